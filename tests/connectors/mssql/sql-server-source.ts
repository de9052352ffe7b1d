import type { JsonValue } from '@/lib/base/json';
import type { OutputValue } from '@/lib/results/result-facts';
import type { LogEntry, RunError } from '@/lib/runs/run-error';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { type MssqlConnection, mssqlConnectionSchema } from '@/server/connectors/mssql/connection';
import { mssqlConnector } from '@/server/connectors/mssql/connector';
import type { Column, ResultSink } from '@/server/connectors/result-sink';
import { ignoredFacts } from '../../support/app/facts';
import { databaseOf } from '../../support/doubles/tds/database';
import type { DoubleRoutine } from '../../support/doubles/tds/routine';
import { startTdsDouble, type TdsDouble, type TdsOptions } from '../../support/doubles/tds/server';
import { newContext } from '../postgres/support';

/** What a run wrote to its sink. */
export interface Outcome {
  tables: { columns: readonly Column[]; rows: (readonly JsonValue[])[] }[];
  value: { cell: JsonValue; type: string } | null;
  outputs: OutputValue[];
  returned: OutputValue | null;
  affected: number[];
  log: LogEntry[];
  errors: RunError[];
}

export interface RunOptions {
  inTransaction?: boolean;
  signal?: AbortSignal;
  onRow?: (cells: readonly JsonValue[]) => void | Promise<void>;
  onLog?: (entry: LogEntry) => void;
}

/** A server with these routines, and a credential that reaches it. */
export interface SqlServerSource {
  double: TdsDouble;
  connection: MssqlConnection;
  context: ConnectorContext;
  /** Replaces what the database has. */
  replace(routines: readonly DoubleRoutine[]): void;
  describeRoutine(cloudName: string): ReturnType<typeof mssqlConnector.describe>;
  run(cloudName: string, values?: Record<string, JsonValue>, options?: RunOptions): Promise<Outcome>;
  close(): Promise<void>;
}

export const password = 'correct-horse';

export async function createSqlServer(
  routines: readonly DoubleRoutine[],
  options: Partial<TdsOptions> = {},
  settings: Record<string, JsonValue> = {},
): Promise<SqlServerSource> {
  let present = routines;
  const double = await startTdsDouble({
    answer: databaseOf(() => present),
    refusal: (login) =>
      login.password === password || login.token !== null
        ? null
        : { number: 18456, message: `Login failed for user '${login.username}'.` },
    ...options,
  });
  const connection = mssqlConnectionSchema.parse({
    host: '127.0.0.1',
    port: double.port,
    databaseName: 'shop',
    username: 'pushboard',
    password,
    encryption: 'disable',
    ...settings,
  });
  const context = newContext();
  const describeRoutine = (cloudName: string): ReturnType<typeof mssqlConnector.describe> =>
    mssqlConnector.describe(connection, context, `db::mssql::${context.credsId}::${cloudName}`);
  return {
    double,
    connection,
    context,
    replace: (next) => {
      present = next;
    },
    describeRoutine,
    async run(cloudName, values = {}, runOptions = {}) {
      const { executable } = await describeRoutine(cloudName);
      return execute(connection, context, executable, values, runOptions);
    },
    async close() {
      await mssqlConnector.close();
      await double.close();
    },
  };
}

/** Runs a description after a round trip through the database, as JSON. */
export async function execute(
  connection: MssqlConnection,
  context: ConnectorContext,
  executable: JsonValue,
  values: Record<string, JsonValue>,
  { inTransaction = true, signal = new AbortController().signal, onRow, onLog }: RunOptions = {},
): Promise<Outcome> {
  const outcome: Outcome = {
    tables: [],
    value: null,
    outputs: [],
    returned: null,
    affected: [],
    log: [],
    errors: [],
  };
  const sink: ResultSink = {
    ...ignoredFacts,
    table: (columns) => void outcome.tables.push({ columns, rows: [] }),
    row: (cells) => {
      if (onRow !== undefined) return onRow(cells);
      outcome.tables.at(-1)?.rows.push(cells);
    },
    value: (cell, type) => {
      outcome.value = { cell, type };
    },
    whole: () => {},
    log: (entry) => {
      outcome.log.push(entry);
      onLog?.(entry);
    },
    output: (value) => void outcome.outputs.push(value),
    returned: (value) => {
      outcome.returned = value;
    },
    affected: (rows) => void outcome.affected.push(rows),
  };
  const stored: JsonValue = JSON.parse(JSON.stringify(executable));
  const call = { executable: stored, values, own: { inTransaction }, sealed: null, secretKeys: [], signal };
  const { errors } = await mssqlConnector.execute(connection, context, call, sink);
  return { ...outcome, errors };
}
