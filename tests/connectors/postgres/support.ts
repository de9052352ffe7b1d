import { Client } from 'pg';
import type { JsonValue } from '@/lib/base/json';
import type { LogEntry, RunError } from '@/lib/runs/run-error';
import { noDocuments } from '@/server/connections/documents';
import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { type PostgresConnection, postgresConnectionSchema } from '@/server/connectors/postgres/connection';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import type { Column, ResultSink } from '@/server/connectors/result-sink';
import type { TemplateDescription } from '@/server/connectors/things';
import { createEmptyDatabase } from '@/tests/support/app/database';
import { ignoredFacts } from '../../support/app/facts';

let lastCredsId = 0;

/** The signal of a caller who waits for the answer. */
export const waiting = (): AbortSignal => new AbortController().signal;

/** A context of its own credential, which may reach this machine. */
export function newContext(): ConnectorContext {
  lastCredsId += 1;
  const network = {
    allowLoopback: true,
    allowPrivate: true,
    allowed: [],
    forbidden: [],
    samples: [],
    listedIn: 'NETWORK_ALLOW',
  };
  return {
    installation: 'TEST',
    credsId: lastCredsId,
    credsVersion: 1,
    isBuiltin: false,
    network,
    maximumSessions: 20,
    documents: noDocuments,
    cloud: { awsEndpoint: null, azureLogin: 'https://login.invalid' },
    scripts: {
      interpreters: { python: null, r: null },
      memoryBytes: 512_000_000,
      processes: 64,
      diskBytes: 64_000_000,
      network: false,
      folder: '',
      pythonIndex: null,
      rRepository: null,
      takePlace: async () => () => undefined,
    },
    memory: memoryBudget(256_000_000),
  };
}

export function connectionTo(url: string): PostgresConnection {
  const { hostname, port, pathname, username, password } = new URL(url);
  return postgresConnectionSchema.parse({
    host: hostname,
    port,
    databaseName: decodeURIComponent(pathname.slice(1)),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
}

/** What a run wrote to its sink. */
export interface Outcome {
  tables: { columns: readonly Column[]; rows: (readonly JsonValue[])[] }[];
  value: { cell: JsonValue; type: string } | null;
  log: LogEntry[];
  errors: RunError[];
}

export interface RunOptions {
  inTransaction?: boolean;
  signal?: AbortSignal;
  onRow?: (cells: readonly JsonValue[]) => void | Promise<void>;
}

/** A database for the test, with a credential that reaches it. */
export interface Source {
  connection: PostgresConnection;
  context: ConnectorContext;
  /** A session in addition to the connector's, as the superuser. */
  admin: Client;
  describeRoutine(cloudName: string): Promise<TemplateDescription>;
  run(cloudName: string, values?: Record<string, JsonValue>, options?: RunOptions): Promise<Outcome>;
  drop(): Promise<void>;
}

export async function createSource(script: string): Promise<Source> {
  const database = await createEmptyDatabase();
  const admin = new Client({ connectionString: database.url });
  await admin.connect();
  await admin.query(script);
  const context = newContext();
  const connection = connectionTo(database.url);
  const describeRoutine = (cloudName: string): Promise<TemplateDescription> =>
    postgresConnector.describe(connection, context, `db::postgres::${context.credsId}::${cloudName}`);
  return {
    connection,
    context,
    admin,
    describeRoutine,
    async run(cloudName, values = {}, options = {}) {
      const { executable } = await describeRoutine(cloudName);
      return execute(connection, context, executable, values, options);
    },
    async drop() {
      await postgresConnector.close();
      await admin.end();
      await database.drop();
    },
  };
}

/** Runs a description after a round trip through the database, as JSON. */
export async function execute(
  connection: PostgresConnection,
  context: ConnectorContext,
  executable: JsonValue,
  values: Record<string, JsonValue> = {},
  { inTransaction = true, signal = new AbortController().signal, onRow }: RunOptions = {},
): Promise<Outcome> {
  const outcome: Outcome = { tables: [], value: null, log: [], errors: [] };
  const sink: ResultSink = {
    table: (columns) => void outcome.tables.push({ columns, rows: [] }),
    row: (cells) => {
      outcome.tables.at(-1)?.rows.push(cells);
      return onRow?.(cells);
    },
    value: (cell, type) => {
      outcome.value = { cell, type };
    },
    whole: () => {},
    log: (entry) => void outcome.log.push(entry),
    ...ignoredFacts,
  };
  const stored: JsonValue = JSON.parse(JSON.stringify(executable));
  const call = { executable: stored, values, own: { inTransaction }, sealed: null, secretKeys: [], signal };
  const { errors } = await postgresConnector.execute(connection, context, call, sink);
  return { ...outcome, errors };
}
