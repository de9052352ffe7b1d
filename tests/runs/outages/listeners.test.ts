import { afterEach, expect, inject, it } from 'vitest';
import { WorkerListener } from '@/jobs/worker-listener';
import { sql } from '@/server/base/database/db';
import { newsChannel, watchRun } from '@/server/base/events/run-changes';
import { withApp } from '../../support/app/app';
import { type CuttingPooler, startCuttingPooler } from '../../support/doubles/poolers/cutting-pooler';

let between: CuttingPooler;
withApp({ DATABASE_STATEMENT_SECONDS: '1' }, async ({ url }) => {
  const { hostname, port } = new URL(inject('adminDatabaseUrl'));
  const direct = Object.assign(new URL(url), { hostname, port, search: '' }).href;
  between = await startCuttingPooler(direct);
  const through = Object.assign(new URL(direct), { host: `127.0.0.1:${between.port}` });
  return { databaseUrl: direct, directUrl: through.href, close: between.close };
});
afterEach(() => between.withhold(null));

const connections = async (name: string): Promise<number> =>
  (
    await sql.query(
      'select from pg_stat_activity where application_name = $1 and datname = current_database()',
      [name],
    )
  ).length;

it('S60 a worker keeps no connection on which the database does not answer that it listens', async () => {
  const listener = new WorkerListener({ onCancel: () => undefined, onQueued: () => undefined });
  between.withhold('listen ');
  for (let beats = 0; beats < 3; beats += 1) await expect(listener.ensure()).rejects.toThrow('timeout');
  await expect.poll(() => connections('pushboard worker listener')).toBe(0);
  between.withhold(null);
  await listener.ensure();
  expect(await connections('pushboard worker listener')).toBe(1);
  await listener.stop();
});

it('S60 nor does a process that watches runs, which listens once the database answers', async () => {
  between.withhold('listen ');
  let looks = 0;
  const unwatch = watchRun(1, () => {
    looks += 1;
  });
  await expect.poll(() => connections('pushboard listener'), { timeout: 10_000 }).toBe(1);
  // The next attempt comes with a later look.
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await connections('pushboard listener')).toBeLessThan(2);
  between.withhold(null);
  await expect.poll(newsChannel, { timeout: 10_000 }).not.toBeNull();
  await expect.poll(() => connections('pushboard listener')).toBe(1);
  unwatch();
});
