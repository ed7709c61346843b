/**
 * Commands of the present screen. The palette lists them, their keys work anywhere
 * but in a text field, and `?` shows them with the hints (keys of a list that has
 * the focus, which are no commands).
 */
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

export interface Hint {
  readonly keys: readonly string[];
  readonly label: string;
}

export interface Group {
  readonly title: string;
  readonly commands: readonly Command[];
  readonly hints: readonly Hint[];
}

export interface CommandRegistry {
  set(owner: string, group: Group | undefined): void;
  groups(): readonly Group[];
  all(): readonly Command[];
}

export function createCommandRegistry(): CommandRegistry {
  const owners = new Map<string, Group>();
  return {
    set(owner, group) {
      if (group && group.commands.length + group.hints.length > 0) owners.set(owner, group);
      else owners.delete(owner);
    },
    groups: () => [...owners.values()],
    all: () => [...owners.values()].flatMap(({ commands }) => commands),
  };
}

export const Commands = createContext<CommandRegistry>(createCommandRegistry());

/** Registers commands and hints for as long as the component is there and `active`. */
export function useCommands(
  owner: string,
  title: string,
  active: boolean,
  commands: readonly Command[],
  hints: readonly Hint[] = [],
): void {
  const registry = useContext(Commands);
  useEffect(() => {
    registry.set(owner, active ? { title, commands, hints } : undefined);
    return () => registry.set(owner, undefined);
  });
}

export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): string {
  const mod = event.ctrlKey || event.metaKey ? 'Mod+' : '';
  const alt = event.altKey ? 'Alt+' : '';
  // A shifted letter is named with Shift; a shifted sign (?) already is another key.
  const shift = event.shiftKey && (event.key.length > 1 || /^\p{L}$/u.test(event.key)) ? 'Shift+' : '';
  return mod + alt + shift + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function dispatchKey(registry: CommandRegistry, event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const key = keyOf(event);
  // The innermost screen was registered last: its key wins.
  const command = registry.all().findLast((candidate) => candidate.keys === key && (candidate.always || !typing(event.target)));
  if (!command) return;
  event.preventDefault();
  command.run();
}

const MAC = typeof navigator !== 'undefined' && navigator.platform.startsWith('Mac');
export const showKeys = (keys: string): string =>
  keys
    .replace('Mod+', MAC ? '⌘' : 'Ctrl ')
    .replace('Shift+', 'Shift ')
    .replace(/(^| |⌘)([a-z])$/, (_, before: string, letter: string) => (before ? before + letter.toUpperCase() : letter));
