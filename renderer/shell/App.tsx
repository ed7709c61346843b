import { useEffect, useState } from 'react';
import { Commands, createCommandRegistry, dispatchKey } from './commands';
import { Frame } from './Frame';

export function App() {
  const [registry] = useState(createCommandRegistry);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => dispatchKey(registry, event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [registry]);
  return (
    <Commands value={registry}>
      <Frame />
    </Commands>
  );
}
