import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresConnection } from '@/server/connectors/postgres/connection';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../../support/doubles/poolers/pgbouncer';
import { createSource, execute, newContext, type Source, waiting } from './support';

const name = hasPgbouncer() ? 'behind PgBouncer' : 'behind PgBouncer (needs the package pgbouncer)';

describe.runIf(hasPgbouncer())(name, () => {
  let source: Source;
  let pooler: Pgbouncer;
  let through: PostgresConnection;

  const urlOf = ({ username, password, host, port, databaseName }: PostgresConnection) =>
    `postgres://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}/${databaseName}`;

  beforeAll(async () => {
    source = await createSource(`
      create schema shop;
      create function shop.answer() returns integer language sql as 'select 42';
      create function shop.rows() returns table (n integer) language sql as 'select generate_series(1, 3)';
      create function shop.sleeps() returns void language sql as 'select pg_sleep(60)';
    `);
    pooler = await startPgbouncer(urlOf(source.connection), 'transaction');
    through = { ...source.connection, host: '127.0.0.1', port: pooler.port };
  });
  afterAll(async () => {
    await postgresConnector.close();
    await pooler.close();
    await source.drop();
  });

  test('the check says what does not work in transaction mode, and nothing in session mode or without one', async () => {
    const check = (connection: PostgresConnection) =>
      postgresConnector.check(connection, newContext(), waiting());
    expect((await check(through)).warning).toMatch(/pooler in transaction mode.*settings, temporary tables/);
    expect((await check(source.connection)).warning).toBeUndefined();
    const whole = await startPgbouncer(urlOf(source.connection), 'session');
    expect((await check({ ...through, port: whole.port })).warning).toBeUndefined();
    await whole.close();
  });

  test('reading the catalog leaves no search path to others', async () => {
    const context = newContext();
    const id = `db::postgres::${context.credsId}::shop.answer()`;
    const { executable } = await postgresConnector.describe(through, context, id);
    expect((await execute(through, context, executable)).value?.cell).toBe(42);
    const clients = Array.from({ length: 4 }, () => new Client({ connectionString: urlOf(through) }));
    for (const client of clients) await client.connect();
    const paths = await Promise.all(
      clients.map((client) =>
        client.query('select current_setting($1) as path, pg_sleep(0.1)', ['search_path']),
      ),
    );
    expect(paths.map(({ rows }) => rows[0]?.path)).toEqual(Array(4).fill('"$user", public'));
    for (const client of clients) await client.end();
  });

  test('a canceled run is stopped at the source, and the pooler goes on', async () => {
    const context = newContext();
    const id = `db::postgres::${context.credsId}::shop.sleeps()`;
    const { executable } = await postgresConnector.describe(through, context, id);
    const running = async () => {
      const { rows } = await source.admin.query(
        `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%sleeps%' and pid <> pg_backend_pid()`,
      );
      return rows[0]?.n;
    };
    for (let time = 0; time < 5; time += 1) {
      const stop = new AbortController();
      const run = execute(through, context, executable, {}, { signal: stop.signal });
      await expect.poll(running, { timeout: 10_000 }).toBe(1);
      stop.abort();
      await expect(run).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(running, { timeout: 10_000 }).toBe(0);
    }
    expect(pooler.isAlive()).toBe(true);
  });
});
