import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { allConnectors, closeConnectors, sourceKindOf } from '@/server/connectors/registry';
import type { ResultSink } from '@/server/connectors/result-sink';
import type { SourceKind } from '@/server/connectors/things';
import type { Call } from '@/server/connectors/types';
import { ignoredFacts } from '../support/app/facts';
import { connectionPart, OWN } from '../support/doubles/aws/account';
import { AwsDouble } from '../support/doubles/aws/aws-double';
import { packageOf } from '../support/doubles/aws/packages';
import { startHttpDouble } from '../support/doubles/http-double';
import { runs } from './github/running';
import { startGithub } from './github/support';
import { createSqlServer } from './mssql/sql-server-source';
import { createSource, newContext, waiting } from './postgres/support';
import { documentsWith } from './rest/support';

/** A real source of a kind, with something trivial and something endless to run. */
interface Sample {
  connection: JsonValue;
  /**
   * The same source with a wrong secret; null if only runs need a secret, and a refusal is a response like any other.
   */
  refusedConnection: JsonValue;
  context: ConnectorContext;
  /** The friendly name of a thing without inputs that returns something. */
  trivial: string;
  /** The friendly name of a thing that never ends by itself. */
  endless: string;
  /**
   * Whether the endless thing is at work at the source.
   *
   * @param log what it wrote so far
   */
  hasBegun(log: readonly string[]): boolean | Promise<boolean>;
  drop(): Promise<void>;
}

const samples: Record<SourceKind, (() => Promise<Sample>) | undefined> = {
  postgres: async () => {
    const { admin, connection, context, drop } = await createSource(`
      create function public.trivial() returns table (a integer) language sql as 'select 1';
      create function public.endless() returns void language sql as 'select pg_sleep(600)';
      create function public.overloaded(integer) returns integer language sql as 'select 1';
      create function public.overloaded(text) returns integer language sql as 'select 1'`);
    const refusedConnection = { ...connection, password: 'wrong' };
    const hasBegun = async () => {
      const { rowCount } = await admin.query(`select from pg_stat_activity where datname = current_database()
        and state = 'active' and query like '%endless%' and pid <> pg_backend_pid()`);
      return rowCount === 1;
    };
    return { connection, refusedConnection, context, trivial: 'trivial', endless: 'endless', hasBegun, drop };
  },
  mssql: async () => {
    let begun = 0;
    const { connection, context, close } = await createSqlServer([
      {
        name: 'trivial',
        type: 'IF',
        async body({ reply }) {
          await reply.table([{ name: 'a', type: 'int' }]);
          await reply.row([1]);
        },
      },
      {
        name: 'endless',
        body: ({ signal }) => {
          begun += 1;
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)));
        },
      },
      { name: 'Endless', parameters: [{ name: '@a', type: 'int' }] },
    ]);
    const refusedConnection = { ...connection, password: 'wrong' };
    return {
      connection,
      refusedConnection,
      context,
      trivial: 'trivial',
      endless: 'endless',
      hasBegun: () => begun > 0,
      drop: close,
    };
  },
  rest: async () => {
    const double = await startHttpDouble((request, answer) => {
      if (request.url?.startsWith('/endless')) return;
      answer.writeHead(200, { 'content-type': 'application/json' }).end('[{"a":1}]');
    });
    const connection = { apiBaseUrl: double.origin };
    const context = { ...newContext(), documents: documentsWith(['/trivial', '/endless']) };
    return {
      connection,
      refusedConnection: null,
      context,
      trivial: 'GET /trivial',
      endless: 'GET /endless',
      hasBegun: () => double.received.includes('GET /endless'),
      drop: double.close,
    };
  },
  'aws-role': async () => {
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: OWN.accessKeyId,
      AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
    });
    const double = await new AwsDouble().start();
    const zip = packageOf('app.py', 'def handler(event, context):\n    return event["a"]\n');
    const python = { runtime: 'python3.13', handler: 'app.handler', zip };
    double.functions.set('trivial', { name: 'trivial', ...python, invoke: () => ({ payload: '[{"a":1}]' }) });
    let begun = 0;
    const invoke = () => {
      begun += 1;
      return new Promise<never>(() => {});
    };
    double.functions.set('endless', { name: 'endless', invoke });
    double.machines.set('machine', { name: 'machine', definition: { StartAt: 'A', States: {} } });
    return {
      connection: connectionPart,
      refusedConnection: { ...connectionPart, externalId: 'wrong' },
      context: { ...newContext(), cloud: { ...newContext().cloud, awsEndpoint: double.origin } },
      trivial: 'trivial',
      endless: 'endless',
      hasBegun: () => begun > 0,
      drop: () => double.stop(),
    };
  },
  github: async () => {
    const { double, part, context } = await startGithub({
      'trivial.py': 'import json\nprint(json.dumps([{"a": 1}]))\n',
      'endless.py': 'import time\nprint("begun", flush=True)\ntime.sleep(600)\n',
      'helpers/dates.py': 'def first(day):\n    return day\n\ndef last(day):\n    return day\n',
      'jobs/users.py':
        'import argparse\np = argparse.ArgumentParser()\ns = p.add_subparsers()\ns.add_parser("add").add_argument("name")\ns.add_parser("drop")\np.parse_args()\n',
    });
    const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
    const interpreters = { python: '/usr/bin/python3', r: null };
    return {
      connection: { ...part, runsOn: 'worker', dotenv: { STAGE: 'live' }, renviron: { STAGE: 'live' } },
      refusedConnection: { ...part, token: 'wrong' },
      context: { ...context, scripts: { ...context.scripts, interpreters, folder } },
      trivial: 'trivial',
      endless: 'endless',
      hasBegun: (log) => log.includes('begun'),
      async drop() {
        rmSync(folder, { recursive: true });
        await double.stop();
      },
    };
  },
};

/** Kinds that have commands. */
const sources = allConnectors().filter(
  ({ addingWays, kind }) => addingWays.length > 0 && (kind !== 'github' || runs('python')),
);

describe.each(sources)('$kind', (connector) => {
  const { kind } = connector;
  const { execute } = connector;
  if (execute === undefined) throw new Error(`${kind} executes nothing here`);
  let sample: Sample;
  let connection: unknown;

  beforeAll(async () => {
    const make = samples[kind];
    if (make === undefined) throw new Error(`There is no real source of the kind ${kind} to test with`);
    sample = await make();
    connection = connector.connection.parse(sample.connection);
  });

  afterAll(async () => {
    await closeConnectors();
    await sample.drop();
  });

  async function describeByName(name: string) {
    const found = await connector.discover(connection, sample.context);
    const cloudId = found.find(({ friendlyName }) => friendlyName === name)?.cloudId ?? '';
    return connector.describe(connection, sample.context, cloudId);
  }

  function call(executable: JsonValue, signal: AbortSignal): Call {
    return {
      executable: JSON.parse(JSON.stringify(executable)),
      values: {},
      own: null,
      sealed: null,
      secretKeys: [],
      signal,
    };
  }

  test('is registered under its own kind, and found by its credential', () => {
    expect(connector.kind).toBe(kind);
    expect(sourceKindOf(connector.credType, { databaseSystem: kind })).toBe(kind);
  });

  test('its secrets are among its settings', () => {
    const settings = Object.keys(connector.connection.parse(sample.connection) ?? {});
    expect(settings).toEqual(expect.arrayContaining([...connector.secretKeys]));
  });

  test('its settings stay the same on the way to the store and back', () => {
    const stored = JSON.parse(JSON.stringify(connection));
    expect(connector.connection.parse(stored)).toEqual(connection);
  });

  test('check reports what is there', async () => {
    expect(await connector.check(connection, sample.context, waiting())).toEqual({
      serverVersion: expect.stringMatching(/\S/),
    });
  });

  test('discovered things have unique ids and can be described', async () => {
    const found = await connector.discover(connection, sample.context);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ cloudId }) => cloudId)).size).toBe(found.length);
    const ids = found.map(({ cloudId }) => cloudId);
    const all = await connector.describeAll(connection, sample.context, [...ids, 'nothing of the kind']);
    expect([...all.keys()].sort()).toEqual([...ids].sort());
    for (const { cloudId, cloudName, friendlyName } of found) {
      const described = await connector.describe(connection, sample.context, cloudId);
      expect(described).toMatchObject({ cloudId, cloudName, friendlyName });
      expect(all.get(cloudId)).toEqual(described);
      expect(new Set(described.inputs.map(({ key }) => key)).size).toBe(described.inputs.length);
      expect(JSON.parse(JSON.stringify(described))).toEqual(described);
    }
  });

  test('described things can be run, and rows have as many cells as there are columns', async () => {
    const { executable } = await describeByName(sample.trivial);
    const sink = recordingSink();
    const { errors } = await execute(
      connection,
      sample.context,
      call(executable, new AbortController().signal),
      sink,
    );
    expect(errors).toEqual([]);
    expect(sink.widths.length).toBeGreaterThan(0);
  });

  test('missing things are not_found', async () => {
    const described = connector.describe(connection, sample.context, 'nothing of the kind');
    await expect(described).rejects.toMatchObject({ name: 'ConnectorError', code: 'not_found' });
  });

  test('every method throws a ConnectorError for a wrong secret', async () => {
    if (sample.refusedConnection === null) return;
    const refused = connector.connection.parse(sample.refusedConnection);
    const { executable, cloudId } = await describeByName(sample.trivial);
    const error = { name: 'ConnectorError', code: 'unauthorized', message: expect.stringMatching(/\S/) };
    await expect(connector.check(refused, sample.context, waiting())).rejects.toMatchObject(error);
    await expect(connector.discover(refused, sample.context)).rejects.toMatchObject(error);
    await expect(connector.describe(refused, sample.context, cloudId)).rejects.toMatchObject(error);
    await expect(connector.describeAll(refused, sample.context, [cloudId])).rejects.toMatchObject(error);
    const run = execute(
      refused,
      sample.context,
      call(executable, new AbortController().signal),
      recordingSink(),
    );
    await expect(run).rejects.toMatchObject(error);
  });

  test('an abort stops the work', async () => {
    const { executable } = await describeByName(sample.endless);
    const stop = new AbortController();
    const sink = recordingSink();
    const run = execute(connection, sample.context, call(executable, stop.signal), sink);
    const stopped = expect(run).rejects.toMatchObject({ name: 'ConnectorError', code: 'cancelled' });
    await expect.poll(() => sample.hasBegun(sink.lines), { timeout: 20_000 }).toBe(true);
    stop.abort();
    await stopped;
  });

  test('it works again after it was closed', async () => {
    await connector.close();
    expect((await connector.discover(connection, sample.context)).length).toBeGreaterThan(0);
  });
});

/** Keeps the log and the number of cells of each row, and checks it against the open table. */
function recordingSink(): ResultSink & { widths: number[]; lines: string[] } {
  let width = -1;
  const widths: number[] = [];
  const lines: string[] = [];
  return {
    widths,
    lines,
    table: (columns) => {
      width = columns.length;
    },
    row: (cells) => {
      expect(cells).toHaveLength(width);
      widths.push(cells.length);
    },
    value: () => void widths.push(1),
    whole: () => void widths.push(1),
    log: ({ message }) => void lines.push(message),
    ...ignoredFacts,
  };
}

describe('what a connection needs is missing before anything is asked of its source', () => {
  const needed = allConnectors().flatMap((connector) => {
    const { required = [] } = z.toJSONSchema(connector.connection, { io: 'input', unrepresentable: 'any' });
    return required.map((key) => ({ connector, kind: connector.kind, key, required }));
  });

  test.each(needed)('$kind: $key, where it is empty or blank', ({ connector, key, required }) => {
    for (const nothing of ['', '   ']) {
      const given = Object.fromEntries(required.map((each) => [each, each === key ? nothing : 'x']));
      const { error } = connector.connection.safeParse(given);
      expect(error?.issues.map(({ path }) => path[0])).toContain(key);
    }
  });
});
