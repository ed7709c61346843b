import { useEffect, useState } from 'react';

/** The value as it was once it stood still for so long. */
export function useDelayed<T>(value: T, ms: number): T {
  const [held, setHeld] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return held;
}
