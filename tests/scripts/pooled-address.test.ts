import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { PoolerError, refusePooled } from '@/server/base/schema/pooled-address';
import { createEmptyDatabase, type TestDatabase } from '../support/app/database';
import { hasPgbouncer, startPgbouncer } from '../support/doubles/poolers/pgbouncer';
import { startSharingPooler } from '../support/doubles/poolers/sharing-pooler';

const refusal = (url: string, variable = 'DATABASE_URL'): Promise<unknown> =>
  refusePooled(url, variable).then(
    () => null,
    (error) => error,
  );

describe('a start whose address goes through a pooler', () => {
  const startPooler = async (processes: readonly number[]): Promise<string> => {
    const pooler = await startSharingPooler(processes);
    onTestFinished(() => pooler.close());
    return `postgres://app@127.0.0.1:${pooler.port}/any`;
  };

  it('in transaction mode is refused, and names the variable to set', async () => {
    const shared = await startPooler([4242]);
    const error = await refusal(shared);
    expect(error).toBeInstanceOf(PoolerError);
    expect(String(error)).toMatch(/pooler in transaction mode.*Set DATABASE_DIRECT_URL/);
    expect(String(await refusal(shared, 'DATABASE_DIRECT_URL'))).toMatch(
      /^PoolerError: DATABASE_DIRECT_URL goes through.*the address of Postgres itself/,
    );
  });

  it('is refused as well if another client takes the shared server now and then', async () => {
    expect(await refusal(await startPooler([1, 1, 2, 3, 4, 4]))).toBeInstanceOf(PoolerError);
  });

  it('in session mode is fine: each session keeps its server', async () => {
    // The first is asked once more, to compare its process with its number.
    expect(await refusal(await startPooler([1, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]))).toBeNull();
  });
});

it('a start whose address leads to Postgres, or nowhere, is not refused for a pooler', async () => {
  expect(await refusal(inject('adminDatabaseUrl'))).toBeNull();
  expect(await refusal('postgres://app@127.0.0.1:1/any')).toBeNull();
});

const real = hasPgbouncer()
  ? 'a start behind PgBouncer'
  : 'a start behind PgBouncer (needs the package pgbouncer)';
describe.runIf(hasPgbouncer())(real, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['transaction', true],
    ['session', false],
  ] as const)('in %s mode', async (mode, isRefused) => {
    const pooler = await startPgbouncer(database.url, mode);
    onTestFinished(() => pooler.close());
    const through = Object.assign(new URL(database.url), { host: `127.0.0.1:${pooler.port}` }).href;
    expect((await refusal(through)) instanceof PoolerError).toBe(isRefused);
  });
});
