import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { withApp } from '../support/app/app';
import { numberIn } from '../support/app/http';
import { resultPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { runInThree } from '../support/things/runs';

withApp({});
const source = withSource(
  `create function rows_of(megabytes integer) returns setof text language sql as
     $$ select repeat('x', 10000) from generate_series(1, megabytes * 100) $$`,
  createOrganizations,
);
withWorker();

/** What was synced, in order: its number in the file system, its size, and how many runs had ended by then. */
const synced: { inode: number; sizeBytes: number; ended: number }[] = [];
let command: MadeCommand;
let restore: () => void;

beforeAll(async () => {
  command = await commit(source, 'public.rows_of(integer)');
  restore = await watchSyncs();
});
afterAll(() => restore());

/** Notes each sync of a file or folder of this process once it is complete. */
async function watchSyncs(): Promise<() => void> {
  const some = await open('package.json', 'r');
  const handles: Pick<FileHandle, 'sync' | 'datasync'> = Object.getPrototypeOf(some);
  await some.close();
  const { sync, datasync } = handles;
  const noting = (work: () => Promise<void>) =>
    async function (this: FileHandle): Promise<void> {
      await work.call(this);
      const { ino, size } = await this.stat();
      const ended = await prisma().run.count({ where: { endedAt: { not: null } } });
      synced.push({ inode: ino, sizeBytes: size, ended });
    };
  handles.sync = noting(sync);
  handles.datasync = noting(datasync);
  return () => Object.assign(handles, { sync, datasync });
}

it('a result, its name, and the folders made for it are on the disk before its run has ended', async () => {
  const run = await runInThree(command, { megabytes: 2 });
  expect(run).toMatchObject({ body: { status: 'success' } });
  const path = resultPath(ORG_A, numberIn(run, 'run_id'));
  const { ino, size } = await stat(path);
  expect(synced).toContainEqual({ inode: ino, sizeBytes: size, ended: 0 });
  for (let folder = dirname(path); folder.startsWith(env().resultsDir); folder = dirname(folder)) {
    const { ino: inode } = await stat(folder);
    expect(synced).toContainEqual(expect.objectContaining({ inode, ended: 0 }));
  }

  // In a folder that exists, the file and its name are enough.
  synced.length = 0;
  const next = await runInThree(command, { megabytes: 2 });
  const nextPath = resultPath(ORG_A, numberIn(next, 'run_id'));
  const inodes = [(await stat(nextPath)).ino, (await stat(dirname(nextPath))).ino];
  expect(synced.filter(({ inode }) => inodes.includes(inode))).toMatchObject([{ ended: 1 }, { ended: 1 }]);
});
