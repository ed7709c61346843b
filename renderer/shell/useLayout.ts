import { useEffect, useState } from 'react';

/** The panes' sizes, remembered for each arrangement. */
export function useLayout(name: string): { saved: Record<string, number> | undefined; save: (layout: Record<string, number>) => void } {
  const key = `pepita-layout-${name}`;
  const read = (): Record<string, number> | undefined => {
    try {
      return (JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, number> | null) ?? undefined;
    } catch {
      return undefined;
    }
  };
  return { saved: read(), save: (layout) => localStorage.setItem(key, JSON.stringify(layout)) };
}

export function useWidth(): number {
  const [width, setWidth] = useState(innerWidth);
  useEffect(() => {
    const onResize = () => setWidth(innerWidth);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return width;
}
