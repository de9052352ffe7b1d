import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GET as readyz } from '@/app/readyz/route';
import { startWorker } from '@/jobs/worker';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { holdCopy } from '@/server/base/installation/held';
import { log } from '@/server/base/log';
import { adoptFolder, noteFolder, seesOwnFolder } from '@/server/results/stored/own-folder';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  `create function many() returns setof text language sql as $$ select repeat('x', 100) from generate_series(1, 2000) $$`,
  createOrganizations,
);
let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.many()');
  await holdCopy();
});

/** What a process on another machine sees, whose folder isn't shared. */
async function onAnotherMachine(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-other-'));
  const own = env().resultsDir;
  env().resultsDir = folder;
  onTestFinished(async () => {
    env().resultsDir = own;
    await rm(folder, { recursive: true });
  });
}

describe('the folder of results', () => {
  it('is marked by the first process that looks, and known to all that see it', async () => {
    expect(await Promise.all([seesOwnFolder(), seesOwnFolder()])).toEqual([true, true]);
    expect(await readdir(env().resultsDir)).toContain('.deployment');
  });

  it('that another machine has for itself is told, and not used', async () => {
    const first = await startWorker();
    const { body } = await runSync(command, {});
    expect(body).toMatchObject({ status: 'success' });
    await first.stop();

    await onAnotherMachine();
    expect(await seesOwnFolder()).toBe(false);
    const answer = await readyz();
    expect([answer.status, await answer.json()]).toMatchObject([503, { results_folder: false }]);
    const { run_id: runId } = body as { run_id: number };
    expect(
      await send('GET', `/${ORG_A}/kits/${command.commandId}/runs/${runId}/rows`, {
        as: people.runner,
      }),
    ).toMatchObject({ body: { error: { message: expect.stringContaining('is on another machine') } } });

    const said = vi.spyOn(log(), 'error');
    for (const isOwn of [false, true, true, false, false]) noteFolder(isOwn);
    expect(said).toHaveBeenCalledExactlyOnceWith(
      { folder: env().resultsDir },
      expect.stringMatching(/^RESULTS_DIR is not the folder that the other processes keep results in/),
    );
    said.mockRestore();

    const starting = startWorker();
    expect(await sql.query('select from worker')).toEqual([]);
    await adoptFolder();
    await (await starting).stop();
    expect(await seesOwnFolder()).toBe(true);
  });
});
