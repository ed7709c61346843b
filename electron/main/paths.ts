/** Where things lie, in a checkout and in the installed app (where they are inside app.asar). */
import { join } from 'node:path';
import { app } from 'electron';

export const dist = (...parts: string[]): string => join(app.getAppPath(), 'dist', ...parts);

/** The user's workspace; PEPITA_WORKSPACE overrides it, as for the command line. */
export const workspaceFolder = (): string => process.env.PEPITA_WORKSPACE ?? join(app.getPath('userData'), 'workspace');
