import statement from 'sql-template-tag';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { GET as GET_METRICS } from '@/app/metrics/route';
import { operations } from '@/lib/contract/operations';
import { withClient } from '@/scripts/postgres/connect';
import { transaction } from '@/server/base/database/db';
import { checkReplica, readElsewhere, replicaState } from '@/server/base/database/replica';
import { readingAt, replicaPool } from '@/server/base/database/replica-reads';
import { column, execute, query } from '@/server/base/database/statements';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { networkPolicy } from '@/server/connections/network-policy';
import { checkDatabaseSize } from '@/server/insight/diagnostics/server/database';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import { keepLog } from '../../support/things/log-lines';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { type StreamingPair, startStreamingPair } from './streaming-standby';

const TOKEN = 'metrics-token-of-a-test';
let pair: StreamingPair;
withApp({ METRICS_TOKEN: TOKEN }, async () => {
  pair = await startStreamingPair(async (url) => void (await applyMigrations(url)));
  process.env.DATABASE_REPLICA_URL = pair.standbyUrl;
  return {
    databaseUrl: pair.primaryUrl,
    directUrl: pair.primaryUrl,
    async close() {
      await replicaPool()?.end();
      await pair.stop();
    },
  };
});

let command: MadeCommand;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  lines = keepLog();
  await createOrganizations();
  ({ command } = await createGrantedCommands());
  await checkReplica();
});

const as = people.orgAdmin;
const onPrimary = (text: string) => withClient(pair.primaryUrl, (client) => client.query(text));
const kind = () => replicaState()?.kind;
const checked = async () => {
  await checkReplica();
  return kind();
};
const logged = (part: string) => lines.filter(({ msg }) => String(msg).includes(part)).length;

/** Counts what the standby is asked for in `work`, apart from how far it has come. */
async function readAtStandby(work: () => Promise<unknown>): Promise<number> {
  const reader = replicaPool();
  if (reader === null) throw new Error('DATABASE_REPLICA_URL is not set');
  const asked = vi.spyOn(reader, 'query');
  await work();
  const texts = asked.mock.calls.map(([config]) => JSON.stringify(config));
  asked.mockRestore();
  return texts.filter((text) => !text.includes('pg_last_wal_replay_lsn')).length;
}

let folders = 0;
/** Changes something as a person, and returns whether the audit log has it at once. */
async function isSeenAtOnce(): Promise<boolean> {
  folders += 1;
  const name = `Folder ${folders}`;
  const made = await send('POST', `/${ORG_A}/directories`, { as, body: { name } });
  expect([made.status, made.body]).toEqual([201, expect.anything()]);
  const log = await sendRaw('GET', `/${ORG_A}/audit?per_page=5`, { as });
  return (await log.text()).includes(name);
}

describe('a replica that keeps up', () => {
  it('is read, and has what the person did a moment ago', async () => {
    expect(kind()).toBe('ready');
    const asked = await readAtStandby(async () => {
      for (let times = 0; times < 20; times += 1) expect(await isSeenAtOnce()).toBe(true);
    });
    expect(asked).toBeGreaterThanOrEqual(20);
  });

  const reading = operations.filter((operation) => operation.readsHistory);
  it.each(reading.map(({ id, path }) => [id, path]))('answers %s by itself', async (_, path) => {
    const target = path.replace('{orgId}', ORG_A).replace('{kitId}', String(command.commandId));
    const asked = await readAtStandby(async () => {
      const response = await sendRaw('GET', target, { as });
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    });
    expect(asked).toBeGreaterThan(0);
    expect(logged('The primary answers a statement')).toBe(0);
  });

  it('is asked for nothing else', async () => {
    expect(await readAtStandby(() => send('GET', `/${ORG_A}/directories`, { as }))).toBe(0);
  });

  it('is not behind while its primary does nothing, or has not committed', async () => {
    await withClient(pair.primaryUrl, async (client) => {
      await client.query('begin');
      await client.query(
        `insert into sign_in_allowance select 'x' || n, now() from generate_series(1, 5000) n`,
      );
      expect(await checked()).toBe('ready');
      await client.query('rollback');
    });
    expect(await checked()).toBe('ready');
    expect(replicaState()?.tookMs).toBeLessThan(1000);
  });

  it('leaves transactions, changes, and what it can not go on with to the primary', async () => {
    const reader = replicaPool();
    if (reader === null) throw new Error('DATABASE_REPLICA_URL is not set');
    const inRecovery = { is_standby: column.boolean };
    const where = statement`select pg_is_in_recovery() as is_standby`;
    expect(await readingAt(reader, () => query(inRecovery, where))).toEqual([{ is_standby: true }]);
    const inside = await readingAt(reader, () => transaction((tx) => query(inRecovery, where, tx)));
    expect(inside).toEqual([{ is_standby: false }]);
    await readingAt(reader, () => execute(statement`insert into sign_in_allowance values ('y', now())`));
    const cut = readingAt(reader, () =>
      query(
        inRecovery,
        statement`select pg_is_in_recovery() as is_standby from pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`,
      ),
    );
    await expect
      .poll(() =>
        withClient(pair.standbyUrl, async (client) => {
          const { rowCount } = await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(case%' and pid <> pg_backend_pid()`,
          );
          return rowCount;
        }),
      )
      .toBe(1);
    expect(await cut).toEqual([{ is_standby: false }]);
  });

  it('is out of reach of the connections of commands', () => {
    expect(networkPolicy().forbidden).toContain(`127.0.0.1:${new URL(pair.standbyUrl).port}`);
  });
});

describe('a replica that is behind', () => {
  it('is not read for what it does not have, and the log, diagnostics, and metrics say so once', async () => {
    await pair.pause();
    onTestFinished(() => pair.resume());
    expect(await isSeenAtOnce()).toBe(true);
    expect(await checked()).toBe('behind');
    expect(await checked()).toBe('behind');
    expect(logged('The replica is too far behind')).toBe(1);
    expect(await readAtStandby(isSeenAtOnce)).toBe(0);
    expect(await checkDatabaseSize()).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(
        /read at the primary: the replica is too far behind or too busy, .* s behind/,
      ),
    });
    expect(await metric('pushboard_replica_ready')).toBe(0);
    expect(await metric('pushboard_replica_lag_seconds')).toBeGreaterThan(1);
    await pair.resume();
    await expect.poll(checked).toBe('ready');
    expect(await metric('pushboard_replica_ready')).toBe(1);
    expect(await metric('pushboard_replica_lag_seconds')).toBeLessThan(1);
    expect((await checkDatabaseSize()).facts).toContainEqual({
      name: 'Replica',
      value: expect.stringMatching(/^up to date, 0\.\d{3} s behind$/),
    });
  });
});

describe('a replica that is gone', () => {
  it('leaves everything to the primary, and is read again when it is back', async () => {
    await pair.stopStandby();
    expect(await isSeenAtOnce()).toBe(true);
    expect(await checked()).toBe('away');
    expect(await checked()).toBe('away');
    expect(logged("The replica can't be read")).toBe(1);
    expect(await isSeenAtOnce()).toBe(true);
    await pair.startStandby();
    await expect.poll(checked).toBe('ready');
    expect(await readAtStandby(isSeenAtOnce)).toBeGreaterThan(0);
  });

  it('is not read after it was promoted', async () => {
    await pair.promote();
    await onPrimary(`insert into sign_in_allowance values ('z', now())`);
    expect(await readElsewhere(async () => (await isSeenAtOnce()) && 'seen')).toBe('seen');
    expect(await checked()).toBe('away');
    expect(lines.at(-1)).toMatchObject({
      err: { message: 'DATABASE_REPLICA_URL is not the address of a standby of this database.' },
    });
  });
});

async function metric(name: string): Promise<number> {
  const response = await GET_METRICS(
    new Request('http://localhost:3000/metrics', { headers: { authorization: `Bearer ${TOKEN}` } }),
  );
  const [, value] = new RegExp(`^${name} (.*)$`, 'm').exec(await response.text()) ?? [];
  return z.coerce.number().parse(value);
}
