import { defineConfig } from 'vitest/config';

const project = (name: string, timeout: number, extra: object = {}) => ({
  extends: true as const,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], testTimeout: timeout, hookTimeout: timeout, ...extra },
});

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      project('unit', 20_000),
      project('engine', 120_000),
      project('contract', 60_000),
      // Windows have the machine for themselves; commands run beside the engine's tests.
      project('commands', 300_000, { include: ['test/e2e/commands/*.test.ts'] }),
      project('e2e', 300_000, { include: ['test/e2e/*.test.ts'], fileParallelism: false }),
      project('live', 600_000, { fileParallelism: false }),
    ],
  },
});
