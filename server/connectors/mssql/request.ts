import { Request, TYPES } from 'tedious';
import type { Metadata } from 'tedious/lib/metadata-parser.js';
import type { ColumnMetadata } from 'tedious/lib/token/colmetadata-token-parser.js';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import type { Bound } from './bind';
import type { MssqlConnection } from './connection';
import { fromServer, lostConnection, type ServerMessage } from './errors';
import type { ExactConnection } from './session/exact-connection';
import type { Statement } from './statement';

/** Receives what a request returns, in order. Rows pause the server until the returned promise resolves. */
export interface Receiver {
  table?(columns: readonly ColumnMetadata[]): void;
  row?(cells: JsonValue[]): void | Promise<void>;
  /** The end of a statement, with its number of rows if it has one. */
  statementDone?(rows: number | undefined): void;
  output?(placeholder: string, value: JsonValue, metadata: Metadata): void;
  info?(message: ServerMessage): void;
}

/** The receiver threw `reason`: what was sent is lost, and so is the session. */
export class ReceiverBroke extends Error {
  constructor(readonly reason: unknown) {
    super('The result could not be kept', { cause: reason });
  }
}

/** The limit for what a person waits for: the catalog, a version, a reset. */
const longestWaitMs = 60_000;

/**
 * Sends a request, and resolves with the server's errors when it is over. An abort sends an attention; the promise then
 * resolves when the server has confirmed it. Rejects if the session is lost, and with `ReceiverBroke` if the receiver throws.
 */
export async function send(
  session: ExactConnection,
  statement: Statement | string,
  receiver: Receiver,
  signal: AbortSignal | null,
): Promise<ServerMessage[]> {
  const errors: ServerMessage[] = [];
  const onError = (message: ServerMessage): void => void errors.push(message);
  const onInfo = (message: ServerMessage): void => receiver.info?.(message);
  const onAbort = (): void => void session.cancel();
  session.on('errorMessage', onError).on('infoMessage', onInfo);
  try {
    await new Promise<void>((resolve, reject) => {
      let pending = Promise.resolve();
      let broken: ReceiverBroke | null = null;
      const breakOff = (reason: unknown): void => {
        broken ??= new ReceiverBroke(reason);
        session.fail(broken);
      };
      const pass = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          breakOff(error);
        }
      };
      const end = (error: Error | null | undefined): void => {
        if (broken === null && isOfTheServer(error, errors)) resolve();
        else reject(broken ?? session.failure ?? error);
      };
      const request = new Request(typeof statement === 'string' ? statement : statement.text, (error) => {
        void pending.then(() => end(error));
      });
      request.on('columnMetadata', (columns) => {
        if (Array.isArray(columns)) pass(() => receiver.table?.(columns));
      });
      request.on('row', (cells: JsonValue[]) =>
        pass(() => {
          const taken = receiver.row?.(cells);
          if (taken === undefined) return;
          request.pause();
          pending = pending.then(() => taken).then(() => request.resume(), breakOff);
        }),
      );
      request.on('doneInProc', (rows) => pass(() => receiver.statementDone?.(rows)));
      request.on('done', (rows) => pass(() => receiver.statementDone?.(rows)));
      request.on('returnValue', (name, value, metadata) =>
        pass(() => receiver.output?.(name, jsonOf(value), metadata)),
      );
      if (typeof statement !== 'string') bindAll(request, statement);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (typeof statement === 'string') session.execSqlBatch(request);
      else session.execSql(request);
      if (signal?.aborted) onAbort();
    });
    return errors;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    session.removeListener('errorMessage', onError).removeListener('infoMessage', onInfo);
  }
}

/** Whether a request ended in the server's words alone, so that the session is usable. */
function isOfTheServer(error: Error | null | undefined, errors: readonly ServerMessage[]): boolean {
  if (error === null || error === undefined) return true;
  const code = 'code' in error ? error.code : undefined;
  return (
    (errors.length > 0 && (code === 'EREQUEST' || error instanceof AggregateError)) || code === 'ECANCEL'
  );
}

/** Our parser returns JSON cells; the driver declares them as unknown. */
const jsonOf = (value: unknown): JsonValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

function bindAll(request: Request, { inputs, outputs }: Statement): void {
  for (const { placeholder, bound } of inputs)
    request.addParameter(placeholder, typeOf(bound), bound.value, { length: Infinity });
  for (const { placeholder, type, options } of outputs) {
    request.addOutputParameter(placeholder, type, null, options);
  }
}

function typeOf({ kind }: Bound) {
  return kind === 'text' ? TYPES.NVarChar : kind === 'float' ? TYPES.Float : TYPES.VarBinary;
}

/** Runs a query of ours, and returns its rows. Throws a `ConnectorError`. */
export async function readRows(
  session: ExactConnection,
  connection: MssqlConnection,
  text: string,
  values: readonly string[] = [],
): Promise<JsonValue[][]> {
  const rows: JsonValue[][] = [];
  const inputs = values.map((value, index) => ({
    placeholder: `p${index + 1}`,
    bound: { kind: 'text' as const, value },
  }));
  try {
    const receiver: Receiver = { row: (cells) => void rows.push(cells) };
    const [error] = await withinTime(session, () =>
      send(session, { text, inputs, outputs: [] }, receiver, null),
    );
    if (error !== undefined) throw fromServer(error, connection);
    return rows;
  } catch (error) {
    throw error instanceof ConnectorError ? error : lostConnection(error, connection);
  }
}

/** Resets what earlier work changed in a session; false if it can't be used anymore. */
export async function resetSession(session: ExactConnection): Promise<boolean> {
  try {
    return await withinTime(
      session,
      () => new Promise<boolean>((resolve) => session.reset((error) => resolve(error == null))),
    );
  } catch {
    return false;
  }
}

async function withinTime<T>(session: ExactConnection, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    const message = `The server did not respond within ${longestWaitMs / 1000} seconds. Try again, or ask its administrator.`;
    session.fail(new ConnectorError('timed_out', message));
  }, longestWaitMs);
  return work().finally(() => clearTimeout(timer));
}
