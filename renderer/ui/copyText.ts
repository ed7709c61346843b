/**
 * Puts text on the clipboard. The old way comes second: it needs no permission, which
 * a hardened window may refuse to every page.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    const focused = document.activeElement as HTMLElement | null;
    area.value = text;
    area.className = 'hidden';
    (focused?.closest('dialog') ?? document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    focused?.focus();
  }
}
