import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { withApp } from '../../support/app/app';
import {
  createCommand,
  createCredential,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

withApp();

let credentialId: number;
let command: MadeCommand;
let other: pg.Client;
beforeAll(async () => {
  await createOrganizations();
  credentialId = await createCredential(ORG_A);
  command = await createCommand(ORG_A, people.orgAdmin, credentialId, { friendlyName: 'first' });
  await sql.query(
    `insert into command_user_grant (org_id, command_id, user_id, role) values ($1, $2, $3, 'runner')`,
    [ORG_A, command.commandId, people.runner],
  );
});
beforeEach(async () => {
  await sql.query('delete from open_run');
  await sql.query('update credential set worker_tag = null');
  other = new pg.Client({ connectionString: env().databaseUrl });
  await other.connect();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await other.end();
});

async function queue(): Promise<number> {
  const runId = await createRun(command);
  await startRun(command, runId, {});
  return runId;
}

const idsOf = (runs: readonly { runId: number }[]) => runs.map(({ runId }) => runId);

/** How many claims wait for another one. */
const waiting = async () =>
  (await sql.query(`select from pg_locks where locktype = 'advisory' and objid = 7001 and not granted`))
    .length;

/** Claims while another claim is under way, until that has committed. */
async function claimAfterAnother(): Promise<ReturnType<typeof claimRuns>> {
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(7001)');
  const claim = claimRuns('worker', 10);
  // It may fail before the commit has been answered.
  claim.catch(() => undefined);
  await expect.poll(waiting).toBe(1);
  await other.query('commit');
  return claim;
}

/** Does something before the statement that flushes a claim. */
function beforeFlush(act: () => Promise<unknown>): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const { text } = z.object({ text: z.string() }).catch({ text: '' }).parse(given[0]);
    const done = given.at(-1);
    if (typeof done !== 'function' || !text.includes('pg_logical_emit_message'))
      return Reflect.apply(query, this, given);
    act().then(
      () => Reflect.apply(query, this, given),
      (error) => done(error),
    );
  });
}

const placeOf = (runId: number) =>
  sql.query('select state, worker_id from open_run where run_id = $1', [runId]);

describe('claims at once', () => {
  it('one that found nobody else claiming returns with its runs', async () => {
    const runId = await queue();
    const act = vi.fn(async () => {});
    beforeFlush(act);
    expect(idsOf(await claimRuns('worker', 10))).toEqual([runId]);
    expect(act).not.toHaveBeenCalled();
  });

  it('one that had to wait is seen by others before it is on disk, and begins nothing until it is', async () => {
    const runIds = [await queue(), await queue()];
    const act = vi.fn(async () => {
      const seen = await other.query(
        `select run_id::float8 from open_run where worker_id = 'worker' order by run_id`,
      );
      expect(seen.rows.map(({ run_id }) => run_id)).toEqual(runIds);
    });
    beforeFlush(act);
    expect(idsOf(await claimAfterAnother())).toEqual(runIds);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it.each([
    { isFirst: true, mayFlushLater: true, commit: 'on' },
    { isFirst: false, mayFlushLater: true, commit: 'off' },
    { isFirst: false, mayFlushLater: false, commit: 'on' },
  ])('its commit waits for the disk only if no other claim waits for it: %o', async (given) => {
    await queue();
    const claimer = new pg.Client({ connectionString: env().databaseUrl });
    await claimer.connect();
    await claimer.query('set synchronous_commit = on');
    await claimer.query('begin');
    if (!given.isFirst) await other.query('select pg_advisory_lock(7001)');
    const claim = claimer.query(
      `select is_flushed from claim_from_line('worker', '{default}', 10, 10, 10, 10, 10, 10, '{}', 10, $1)`,
      [given.mayFlushLater],
    );
    if (!given.isFirst) {
      await expect.poll(waiting).toBe(1);
      await other.query('select pg_advisory_unlock(7001)');
    }
    expect((await claim).rows).toEqual([{ is_flushed: given.commit === 'on' }]);
    expect((await claimer.query('show synchronous_commit')).rows).toEqual([
      { synchronous_commit: given.commit },
    ]);
    await claimer.end();
  });

  it('a run whose claim Postgres forgot in a crash is left to the next claim', async () => {
    const runId = await queue();
    beforeFlush(() =>
      other.query(`with back as (update run set status = 'starting', started_at = null where run_id = ${runId})
        update open_run set state = 'waiting', worker_id = null where run_id = ${runId}`),
    );
    expect(await claimAfterAnother()).toEqual([]);
    vi.restoreAllMocks();
    expect(idsOf(await claimRuns('another', 10))).toEqual([runId]);
  });

  it('a claim that could not be flushed fails, and its runs are unknown to its worker', async () => {
    const runId = await queue();
    beforeFlush(() => Promise.reject(new Error('The connection was lost')));
    await expect(claimAfterAnother()).rejects.toThrow('The connection was lost');
    // `returnUnknownRuns` puts them back in line.
    expect(await placeOf(runId)).toEqual([{ state: 'executing', worker_id: 'worker' }]);
  });

  it('a run that has ended is taken off the line, and no worker gets it', async () => {
    const [ended, waiting] = [await queue(), await queue()];
    await sql.query(`update run set status = 'success', ended_at = now() where run_id = $1`, [ended]);
    expect(idsOf(await claimRuns('worker', 10))).toEqual([waiting]);
    expect(await placeOf(ended)).toEqual([]);
  });
});

describe('worker tags', () => {
  const claim = async (workerId: string, tags: string[]): Promise<number[]> => {
    const rows = await sql.query(
      `select claimed_id as id from claim_from_line($1, $2, 10, 10, 10, 10, 10, 10, '{}', 10, false)`,
      [workerId, tags],
    );
    return z
      .array(z.object({ id: z.int() }))
      .parse(rows)
      .map(({ id }) => id);
  };
  const tag = (name: string | null) =>
    sql.query('update credential set worker_tag = $1 where credential_id = $2', [name, credentialId]);

  it.each([1, 3])(
    'runs of a connection with a tag go only to workers that have it (%i in line)',
    async (count) => {
      await tag('dmz');
      const runIds: number[] = [];
      for (let run = 0; run < count; run += 1) runIds.push(await queue());
      expect(await claimRuns('worker', 10)).toEqual([]);
      expect(await claim('worker', ['default', 'eu'])).toEqual([]);
      // A worker of the version before.
      const before = await sql.query(`select claim_runs('before', 10, 10, 10, 10, 10, 10, '{}', 10)`);
      expect(before).toEqual([]);
      expect(await claim('worker', ['eu', 'dmz'])).toEqual(runIds);
    },
  );

  it('a worker with other tags leaves the connections without one to the others', async () => {
    const runId = await queue();
    expect(await claim('worker', ['dmz'])).toEqual([]);
    expect(idsOf(await claimRuns('worker', 10))).toEqual([runId]);
  });

  it('a change of the tag holds for what is in line', async () => {
    await tag('dmz');
    const runId = await queue();
    await tag(null);
    expect(await claim('worker', ['dmz'])).toEqual([]);
    expect(await claim('worker', ['default'])).toEqual([runId]);
  });
});
