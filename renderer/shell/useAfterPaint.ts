/** What is needed at once is drawn first; the rest when that can be seen. */
import { startTransition, useEffect, useState } from 'react';

/** True once what was drawn first has been painted; what is drawn then gives way to keys. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
