import type { JsonValue } from '@/lib/base/json';
import type { LogEntry, RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { RolledBack } from '../_shared/stopped';
import type { ConnectorContext } from '../connector-context';
import type { ResultSink } from '../result-sink';
import type { Call } from '../types';
import type { MssqlConnection } from './connection';
import { cut, lostConnection, type ServerMessage, toRunError } from './errors';
import { type Routine, readRoutine, runsInTransaction } from './executable';
import { cloudNameOf } from './names';
import { type Receiver, ReceiverBroke, send } from './request';
import type { ExactConnection } from './session/exact-connection';
import { withSession } from './session/session-pool';
import { buildStatement, type Statement } from './statement';
import { typeNameOf } from './values/result-types';
import { declarationOf } from './values/types';

/**
 * Calls a routine. Result sets are streamed while the server waits for us. A procedure runs between BEGIN and COMMIT if the
 * command says so, and any error then undoes all of it; a function can't change anything.
 */
export async function execute(
  connection: MssqlConnection,
  context: ConnectorContext,
  call: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const routine = readRoutine(call.executable);
  const statement = buildStatement(routine, call.values);
  return withSession(connection, context, call.signal, async (session) => {
    try {
      const isGuarded = routine.kind === 'procedure' && runsInTransaction(call.own);
      const errors = isGuarded
        ? await inTransaction(session, call.signal, () => run(session, routine, statement, call, sink))
        : await run(session, routine, statement, call, sink);
      // A function can't change anything.
      if (call.signal.aborted) throw routine.kind === 'procedure' ? call.signal.reason : new RolledBack();
      refuseGone(errors, routine);
      return { errors: errors.map(toRunError) };
    } catch (error) {
      if (call.signal.aborted || error instanceof ConnectorError) throw error;
      if (error instanceof ReceiverBroke) throw error.reason;
      throw lostConnection(error, connection);
    }
  });
}

function run(
  session: ExactConnection,
  routine: Routine,
  statement: Statement,
  { signal }: Call,
  sink: ResultSink,
): Promise<ServerMessage[]> {
  return send(session, statement, receiverFor(routine, statement, sink), signal);
}

async function inTransaction(
  session: ExactConnection,
  signal: AbortSignal,
  work: () => Promise<ServerMessage[]>,
): Promise<ServerMessage[]> {
  const begun = await send(session, 'begin transaction', {}, signal);
  if (begun.length > 0 || signal.aborted) return begun;
  const ours = session.currentTransactionDescriptor();
  const errors = await work();
  // An abort ends the session, and the server rolls back what is open: all of it, unless the procedure has committed.
  if (signal.aborted && session.currentTransactionDescriptor().equals(ours)) throw new RolledBack();
  if (signal.aborted) return errors;
  const end = errors.length > 0 ? 'rollback' : 'commit';
  // The procedure, or an error in it, may have ended the transaction already.
  const ended = await send(session, `if @@trancount > 0 ${end} transaction`, {}, signal);
  return [...errors, ...ended];
}

/** Passes what the server sends to the sink: a scalar function's only cell as a value, everything else as it comes. */
function receiverFor(routine: Routine, statement: Statement, sink: ResultSink): Receiver {
  const outputs = new Map(statement.outputs.map((output) => [output.placeholder, output.parameter]));
  let scalarType = '';
  /** The statement that ends next returned rows, which the result set shows. */
  let hasTable = false;
  return {
    table(columns) {
      hasTable = true;
      const read = columns.map((column) => ({ name: column.colName, type: typeNameOf(column) }));
      if (routine.kind === 'scalar') scalarType = read[0]?.type ?? '';
      else sink.table(read);
    },
    row(cells: JsonValue[]) {
      if (routine.kind !== 'scalar') return sink.row(cells);
      sink.value(cells[0] ?? null, scalarType);
    },
    statementDone(rows) {
      if (!hasTable && rows !== undefined) sink.affected(rows);
      hasTable = false;
    },
    output(placeholder, value, metadata) {
      const parameter = outputs.get(placeholder);
      if (parameter === undefined) return;
      if (parameter === null) sink.returned({ name: 'return', type: 'int', value });
      else if (parameter.isOutput) {
        const type = declarationOf(parameter.type) || typeNameOf(metadata);
        sink.output({ name: parameter.name, type, value });
      }
    },
    info: (message) => sink.log(toLogEntry(message)),
  };
}

/** PRINT has no number; a notice of the server or of RAISERROR has one. */
function toLogEntry({ number, message }: ServerMessage): LogEntry {
  const level = /^warning\b/i.test(message) ? 'warning' : number === 0 ? 'info' : 'notice';
  return { level, message: cut(message), atMs: Date.now() };
}

/** The procedure, the function, or its schema doesn't exist. */
const goneNumbers = new Set([2812, 208, 4121]);

/** Throws `not_found` if the routine itself no longer exists, rather than something that its body uses. */
function refuseGone(errors: readonly ServerMessage[], { schema, name }: Routine): void {
  const gone = errors.find(
    ({ number, procName, message }) => goneNumbers.has(number) && procName === '' && message.includes(name),
  );
  if (gone === undefined) return;
  const message =
    `"${cloudNameOf(schema, name)}" is no longer in the database. ` +
    "Sync now in [Configure] > Inputs, or ask the database's administrator.";
  throw new ConnectorError('not_found', message, toRunError(gone));
}
