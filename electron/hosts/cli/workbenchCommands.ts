/** welcome, serve: the workbench. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { toAppError } from '../../../shared/errors';
import { startHttpHost } from '../http/server';
import { productRoot } from '../productRoot';
import { type CommonFlags, fail, openEngine } from './session';
import { portNumber } from './values';
import { welcome } from './welcome';

export function addWorkbenchCommands(program: Command, common: (command: Command) => Command): void {
  common(program.command('welcome'))
    .description('Make the sample collection searchable and print a first search.')
    .action((flags: CommonFlags) => welcome(flags));

  common(program.command('serve'))
    .description('Open the workbench in the browser, from this machine to itself alone. Prints the address first.')
    .option('--port <n>', 'port on 127.0.0.1 (default: a free one)', portNumber, 0)
    .option('--no-open', 'do not open a browser')
    .action((flags: CommonFlags & { port: number; open: boolean }) => serveWorkbench(flags));
}

async function serveWorkbench(flags: CommonFlags & { port: number; open: boolean }): Promise<void> {
  try {
    const engine = await openEngine(flags, 'write', true);
    const host = await startHttpHost({
      staticDir: join(productRoot(import.meta.url), 'dist', 'renderer'),
      port: flags.port,
      onPort: (port) => engine.serve(port),
    }).catch(async (error) => {
      await engine.close();
      throw error;
    });
    if (flags.json)
      process.stdout.write(`${JSON.stringify({ schema_version: 1, ok: true, data: { url: host.url, port: host.port }, warnings: [] })}\n`);
    else process.stdout.write(`${host.url}\n`);
    if (!flags.quiet) process.stderr.write('The workbench is open to this machine alone; Ctrl-C ends it.\n');
    if (flags.open) openInBrowser(host.url);
    const stop = async () => {
      await host.close();
      await engine.close();
      process.exit(0);
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  } catch (thrown) {
    fail(flags, toAppError(thrown));
  }
}

/** Without a browser nothing happens: the address is already printed. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '""', url] : ['xdg-open', url];
  const child = spawn(command!, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
