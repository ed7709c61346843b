/** The system's own dialogs for folders and files: the page asks for a kind of choice and gets the path as a string, or null. */
import { type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import { SAVED_NAMES, type SavedName } from '../../shared/choosing';

export interface Choosing {
  /** Whether the frame was the page's question. */
  answer(frame: unknown): boolean;
}

const FOLDER: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
const FILE: OpenDialogOptions = { properties: ['openFile'] };

function saving(name: SavedName): SaveDialogOptions {
  const extension = name.split('.').at(-1) ?? '';
  return {
    defaultPath: name,
    filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
}

export function choosePaths(window: BrowserWindow, post: (frame: unknown) => void): Choosing {
  let open = false;

  async function choose(kind: unknown): Promise<string | null> {
    // One at a time: a page can't pile them up over the window.
    if (open) return null;
    open = true;
    try {
      const name = SAVED_NAMES.find((saved) => saved === kind);
      if (name) {
        const { canceled, filePath } = await dialog.showSaveDialog(window, saving(name));
        return canceled ? null : filePath || null;
      }
      if (kind !== 'folder' && kind !== 'file') return null;
      const { canceled, filePaths } = await dialog.showOpenDialog(window, kind === 'folder' ? FOLDER : FILE);
      return canceled ? null : (filePaths[0] ?? null);
    } catch {
      // No dialog could be shown: the path can still be typed.
      return null;
    } finally {
      open = false;
    }
  }

  return {
    answer(frame) {
      const { t, id, kind } = (frame ?? {}) as { t?: unknown; id?: unknown; kind?: unknown };
      if (t !== 'choose') return false;
      if (typeof id === 'number') void choose(kind).then((path) => post({ t: 'chosen', id, path }));
      return true;
    },
  };
}
