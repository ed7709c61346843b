/** Commands of the present screen: the palette lists them, and their keys work anywhere but in a text field. */
import { createContext, useContext, useEffect } from 'react';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** As `KeyboardEvent.key`, with `Mod+` for Ctrl or Cmd and `Shift+`; absent where there is none. */
  readonly keys?: string;
  /** Also while typing. */
  readonly always?: boolean;
  run(): void;
}

export interface CommandRegistry {
  set(owner: string, commands: readonly Command[]): void;
  all(): readonly Command[];
}

export function createCommandRegistry(): CommandRegistry {
  const owners = new Map<string, readonly Command[]>();
  return {
    set(owner, commands) {
      if (commands.length > 0) owners.set(owner, commands);
      else owners.delete(owner);
    },
    all: () => [...owners.values()].flat(),
  };
}

export const Commands = createContext<CommandRegistry>(createCommandRegistry());

/** Registers commands for as long as the component is there. */
export function useCommands(owner: string, commands: readonly Command[]): void {
  const registry = useContext(Commands);
  useEffect(() => {
    registry.set(owner, commands);
    return () => registry.set(owner, []);
  });
}

export function keyOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : '';
  // A shifted letter is named with Shift; a shifted sign (?) already is another key.
  const shift = event.shiftKey && event.key.length > 1 ? 'Shift+' : event.shiftKey && /^\p{L}$/u.test(event.key) ? 'Shift+' : '';
  return mod + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function dispatchKey(registry: CommandRegistry, event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const key = keyOf(event);
  const command = registry.all().find((candidate) => candidate.keys === key && (candidate.always || !typing(event.target)));
  if (!command) return;
  event.preventDefault();
  command.run();
}

export const showKeys = (keys: string): string =>
  keys
    .replace('Mod+', navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl+')
    .replace(/(^|\+)([a-z])$/, (_, plus: string, letter: string) => plus + letter.toUpperCase());
