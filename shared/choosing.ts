/**
 * What the window can have the desktop's own dialog choose: a folder, a file to read, or a place for one of the files that it writes,
 * by the name that is proposed. Nothing else of the dialog is the page's to say.
 */
export const SAVED_NAMES = ['judgments.jsonl', 'judgments.csv', 'judgments.json', 'relevance.jsonl', 'report.html'] as const;
export type SavedName = (typeof SAVED_NAMES)[number];

export type PathKind = 'folder' | 'file' | SavedName;
