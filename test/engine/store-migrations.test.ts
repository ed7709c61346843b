import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, type Migration } from '../../electron/engine/store/migrations';
import { document, extraction, nuggetsOf, open, tempFolder, trace } from './storeKit';

const workspaceFile = (dir: string) => JSON.parse(readFileSync(join(dir, 'workspace.json'), 'utf8')) as Record<string, unknown>;

/** A next step as one could come: a column with a value for the rows that are there. */
const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  does: 'documents carry a note',
  async up(db) {
    const documents = await db.openTable('documents');
    const { fields } = await documents.schema();
    if (!fields.some((field) => field.name === 'note')) await documents.addColumns([{ name: 'note', valueSql: "''" }]);
  },
};

describe('a workspace', () => {
  it('carries its schema version, when it was made and by which Pepita', async () => {
    const dir = tempFolder();
    await open(dir, { mode: 'write', version: '0.1.0', clock: { now: () => new Date('2026-01-02T03:04:05Z') } });
    expect(workspaceFile(dir)).toEqual({ schema_version: MIGRATIONS.length, created_at: '2026-01-02T03:04:05.000Z', pepita: '0.1.0' });
  });

  it('is brought to the next schema with everything that was in it; its time of making stays', async () => {
    const dir = tempFolder();
    const old = await open(dir, { mode: 'write', version: '0.1.0', clock: { now: () => new Date('2026-01-02T03:04:05Z') } });
    await old.putDocuments([document('a'), document('b')]);
    await old.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['um']), [trace('a', 'k1')]);
    await old.close();
    const store = await open(dir, { mode: 'write', version: '0.2.0', migrations: [NEXT, ...MIGRATIONS] });
    expect(workspaceFile(dir)).toEqual({ schema_version: NEXT.version, created_at: '2026-01-02T03:04:05.000Z', pepita: '0.2.0' });
    expect(await store.document('c', 'b')).toEqual(document('b'));
    expect((await store.nuggets('c')).map((nugget) => nugget.text)).toEqual(['um']);
    const { connect } = await import('@lancedb/lancedb');
    const db = await connect(join(dir, 'tables'));
    expect((await (await db.openTable('documents')).schema()).fields.map((field) => field.name)).toContain('note');
    db.close();
  });

  it('of the first schema: its nuggets get no fields and no failed checks, new ones keep theirs, and summaries can be kept', async () => {
    const dir = tempFolder();
    const old = await open(dir, { mode: 'write', migrations: MIGRATIONS.slice(0, 1) });
    await old.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['um']), [trace('a', 'k1')]);
    await old.close();
    // The first step makes the tables of the present schema: what it once made had neither columns nor table.
    const { connect } = await import('@lancedb/lancedb');
    const db = await connect(join(dir, 'tables'));
    await (await db.openTable('nuggets')).dropColumns(['fields', 'failed_checks']);
    await db.dropTable('summaries');
    db.close();
    const store = await open(dir, { mode: 'write', migrations: MIGRATIONS.slice(0, 2) });
    expect(await store.nuggets('c')).toEqual(nuggetsOf('a', 'k1', ['um'], { fields: {}, failed_checks: [] }));
    await store.commitExtraction(extraction('b', 'k1', 1), nuggetsOf('b', 'k1', ['dois']), [trace('b', 'k1')]);
    expect(await store.nuggets('c', { docId: 'b' })).toEqual(nuggetsOf('b', 'k1', ['dois']));
    expect(await store.summaries('c')).toEqual([]);
  });

  it('of the second schema gets a place for what was answered before a failure', async () => {
    const dir = tempFolder();
    const old = await open(dir, { mode: 'write', migrations: MIGRATIONS.slice(0, 2) });
    await old.commitExtraction(extraction('a', 'k1', 1), nuggetsOf('a', 'k1', ['um']), [trace('a', 'k1')]);
    await old.close();
    const { connect } = await import('@lancedb/lancedb');
    const db = await connect(join(dir, 'tables'));
    await db.dropTable('failed_traces');
    db.close();
    const store = await open(dir, { mode: 'write', migrations: MIGRATIONS.slice(0, 3) });
    await store.putExtraction(extraction('b', 'k1', 0, { status: 'failed', error_code: 'MODEL_FAILED' }), [trace('b', 'k1')]);
    expect((await store.failedTraces('c', 'b')).length).toBe(1);
    expect((await store.nuggets('c')).length).toBe(1);
  });

  it('stays at its schema where a step fails, gives the lock back, and is brought on by the next opening', async () => {
    const dir = tempFolder();
    await (await open(dir)).close();
    const broken: Migration = {
      ...NEXT,
      async up(db) {
        await NEXT.up(db);
        throw new Error('the power went');
      },
    };
    await expect(open(dir, { mode: 'write', migrations: [...MIGRATIONS, broken] })).rejects.toThrow('the power went');
    expect(workspaceFile(dir).schema_version).toBe(MIGRATIONS.length);
    const store = await open(dir, { mode: 'write', migrations: [...MIGRATIONS, NEXT] });
    expect(workspaceFile(dir).schema_version).toBe(NEXT.version);
    expect(store.readonly).toBe(false);
  });

  it.each(['write', 'read'] as const)('made by a newer Pepita is refused for %s, and nothing in it changes', async (mode) => {
    const dir = tempFolder();
    await (await open(dir, { mode: 'write', version: '9.9.9', migrations: [...MIGRATIONS, NEXT] })).close();
    const before = readFileSync(join(dir, 'workspace.json'), 'utf8');
    await expect(open(dir, { mode })).rejects.toMatchObject({
      code: 'WORKSPACE_TOO_NEW',
      message: expect.stringContaining(`schema ${NEXT.version}, this one knows ${MIGRATIONS.length}`),
      remedy: expect.stringContaining('Update'),
      details: { made_by: '9.9.9' },
    });
    expect(readFileSync(join(dir, 'workspace.json'), 'utf8')).toBe(before);
  });

  it('of an older schema can not be read only: it says to open it once for writing', async () => {
    const dir = tempFolder();
    await (await open(dir)).close();
    await expect(open(dir, { mode: 'read', migrations: [...MIGRATIONS, NEXT] })).rejects.toMatchObject({
      code: 'WORKSPACE_TOO_NEW',
      message: expect.stringContaining(`older schema (${MIGRATIONS.length} of ${NEXT.version})`),
    });
  });

  it.each(['{"schema_version":"new"}', '{"schema_version":1', '[]', '{}'])('whose file says %s is refused by name', async (content) => {
    const dir = tempFolder();
    writeFileSync(join(dir, 'workspace.json'), content);
    await expect(open(dir)).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('workspace.json') });
  });

  it('numbers its steps from 1 without a gap', () => {
    expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  });
});
