/** Files that the window hands out, where the browser or the desktop puts downloads. */

export function saveFile(name: string, content: string | Blob, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, for a browser may read it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as a file's name: its letters and digits, without accents. */
export const fileName = (title: string, extension: string): string =>
  `${
    title
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9@.]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'pepita'
  }.${extension}`;
