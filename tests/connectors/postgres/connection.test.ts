import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NetworkPolicy } from '@/server/connectors/connector-context';
import { postgresConnectionSchema } from '@/server/connectors/postgres/connection';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { testAuthority } from '../../support/doubles/certificates';
import { createSource, execute, newContext, type Source, waiting } from './support';
import { startTlsDouble, type TlsDouble } from './tls-double';

let source: Source;
let double: TlsDouble;

beforeAll(async () => {
  source = await createSource(`create function public.one() returns integer language sql as 'select 1'`);
  double = await startTlsDouble(source.connection);
});

afterAll(async () => {
  await double.stop();
  await source.drop();
});

function check(change: Record<string, unknown>, network?: NetworkPolicy) {
  const context = newContext();
  const connection = postgresConnectionSchema.parse({ ...source.connection, ...change });
  return postgresConnector.check(
    connection,
    network === undefined ? context : { ...context, network },
    waiting(),
  );
}

describe('check', () => {
  test('a working connection reports the server and its version', async () => {
    expect(await check({})).toEqual({ serverVersion: expect.stringMatching(/^PostgreSQL \d+/) });
  });

  test.each([
    ['a wrong password', { password: 'canary-wrong' }, 'unauthorized', /refused the password of "/],
    ['no password', { password: '' }, 'unauthorized', /Check username and password/],
    ['an unknown user', { username: 'nobody' }, 'unauthorized', /"nobody"/],
    ['an unknown database', { databaseName: 'nowhere' }, 'invalid_connection', /no database "nowhere"/],
    ['a closed port', { port: 1 }, 'unreachable', /Nothing is listening at .*:1\./],
    ['an unknown host', { host: 'nowhere.invalid' }, 'unreachable', /"nowhere\.invalid" was not found/],
    ['a socket path', { host: '/var/run/postgresql' }, 'invalid_connection', /not a host name/],
    ['TLS that the server lacks', { tls: { mode: 'require' } }, 'invalid_connection', /does not offer TLS/],
  ])('%s is reported with what to do', async (_, change, code, message) => {
    const checked = check(change);
    await expect(checked).rejects.toMatchObject({
      name: 'ConnectorError',
      code,
      message: expect.stringMatching(message),
    });
    await expect(checked).rejects.not.toMatchObject({ message: expect.stringContaining('canary') });
  });

  test('a server other than Postgres is reported as such', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const mode of ['disable', 'prefer']) {
      await expect(check({ host: '127.0.0.1', port, tls: { mode } })).rejects.toMatchObject({
        code: 'unreachable',
      });
    }
    server.close();
  });

  test('S33 the network policy applies to every method', async () => {
    const network = {
      allowLoopback: false,
      allowPrivate: false,
      allowed: [],
      forbidden: [],
      samples: [],
      listedIn: 'NETWORK_ALLOW',
    };
    const context = { ...newContext(), network };
    const refused = { code: 'forbidden_address' };
    const { connection } = source;
    await expect(postgresConnector.check(connection, context, waiting())).rejects.toMatchObject(refused);
    await expect(postgresConnector.discover(connection, context)).rejects.toMatchObject(refused);
    const { executable, cloudId } = await source.describeRoutine('public.one()');
    await expect(postgresConnector.describe(connection, context, cloudId)).rejects.toMatchObject(refused);
    await expect(execute(connection, context, executable)).rejects.toMatchObject(refused);
  });

  test('S33 the application’s own database can only be reached by a built-in credential', async () => {
    const { host, port } = source.connection;
    const network = {
      allowLoopback: true,
      allowPrivate: true,
      allowed: [host],
      forbidden: [`${host}:${port}`],
      samples: [`${host}:${port}`],
      listedIn: 'NETWORK_ALLOW',
    };
    await expect(check({}, network)).rejects.toMatchObject({ code: 'forbidden_address' });
    const builtin = { ...newContext(), isBuiltin: true, network };
    expect(await postgresConnector.check(source.connection, builtin, waiting())).toHaveProperty(
      'serverVersion',
    );
  });

  test('a session does not use PG variables of our own process', async () => {
    process.env.PGPASSWORD = source.connection.password;
    try {
      await expect(check({ password: '' })).rejects.toMatchObject({ code: 'unauthorized' });
    } finally {
      delete process.env.PGPASSWORD;
    }
  });
});

describe('TLS', () => {
  const overTls = (tls: Record<string, unknown>, host = 'localhost') =>
    check({ host, port: double.port, tls });

  test('is used if it is offered, unless disabled', async () => {
    const before = { ...double.seen };
    await overTls({ mode: 'prefer' });
    await overTls({ mode: 'require' });
    expect(double.seen).toEqual({ tls: before.tls + 2, plain: before.plain });
    await overTls({ mode: 'disable' });
    expect(double.seen).toEqual({ tls: before.tls + 2, plain: before.plain + 1 });
  });

  test('verify-full requires a known authority and the host’s name', async () => {
    expect(await overTls({ mode: 'verify-full', ca: testAuthority })).toHaveProperty('serverVersion');
    const refused = { code: 'invalid_connection', message: expect.stringContaining('could not be verified') };
    await expect(overTls({ mode: 'verify-full' })).rejects.toMatchObject(refused);
    await expect(overTls({ mode: 'verify-full', ca: testAuthority }, '127.0.0.1')).rejects.toMatchObject(
      refused,
    );
  });

  test('require with an authority checks the chain, but not the name', async () => {
    expect(await overTls({ mode: 'require', ca: testAuthority }, '127.0.0.1')).toHaveProperty(
      'serverVersion',
    );
  });

  test('runs use it, and can be canceled', async () => {
    const connection = postgresConnectionSchema.parse({
      ...source.connection,
      port: double.port,
      tls: { mode: 'require' },
    });
    const context = newContext();
    await source.admin.query(
      `create or replace function public.naps() returns void language sql as 'select pg_sleep(60)'`,
    );
    const { executable } = await source.describeRoutine('public.naps()');
    const stop = new AbortController();
    const run = execute(connection, context, executable, {}, { signal: stop.signal });
    const canceled = expect(run).rejects.toMatchObject({ code: 'cancelled' });
    const naps = () =>
      source.admin.query(`select from pg_stat_activity
        where state = 'active' and query like '%naps%' and pid <> pg_backend_pid()`);
    await expect.poll(async () => (await naps()).rowCount).toBe(1);
    stop.abort();
    await canceled;
  });
});

describe('the schema', () => {
  const given = { host: 'db.example', databaseName: 'shop', username: 'ada' };

  test('fills in defaults, and accepts its own output', () => {
    const parsed = postgresConnectionSchema.parse(given);
    expect(parsed).toEqual({ ...given, port: 5432, password: '', tls: { mode: 'prefer' } });
    expect(postgresConnectionSchema.parse(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
  });

  test.each([
    { host: '' },
    { host: undefined },
    { port: 0 },
    { port: 65536 },
    { port: 'x' },
    { databaseName: '' },
    { username: '' },
    { tls: { mode: 'sometimes' } },
    { tls: { mode: 'verify-full', ca: 'not a certificate' } },
    { extra: 1 },
  ])('refuses %j', (change) => {
    expect(postgresConnectionSchema.safeParse({ ...given, ...change }).success).toBe(false);
  });
});

describe('sessions of a credential', () => {
  const sessions = async (): Promise<number> => {
    const answer = await source.admin.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where application_name = 'pushboard' and datname = current_database()",
    );
    return answer.rows[0]?.n ?? -1;
  };

  test('end when its settings change, and when the connector closes', async () => {
    await postgresConnector.close();
    const context = newContext();
    const { executable } = await source.describeRoutine('public.one()');
    await postgresConnector.close();
    await execute(source.connection, context, executable);
    await expect.poll(sessions).toBe(1);
    await execute(source.connection, { ...context, credsVersion: 2 }, executable);
    await expect.poll(sessions).toBe(1);
    await postgresConnector.close();
    await expect.poll(sessions).toBe(0);
  });

  test('are never shared with other settings under the same id', async () => {
    const context = newContext();
    const { executable } = await source.describeRoutine('public.one()');
    await execute(source.connection, context, executable);
    const wrong = { ...source.connection, password: 'wrong' };
    await expect(execute(wrong, context, executable)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('the next run reaches a database that was down', async () => {
    const context = newContext();
    const { executable } = await source.describeRoutine('public.one()');
    await execute(source.connection, context, executable);
    await source.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pushboard' and datname = current_database()",
    );
    await expect.poll(sessions).toBe(0);
    expect((await execute(source.connection, context, executable)).value?.cell).toBe(1);
  });
});
