import { DatabaseError } from 'pg';
import type { LogEntry, RunError } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { ROLLED_BACK, RolledBack } from '../_shared/stopped';
import type { ConnectorContext } from '../connector-context';
import type { ResultSink } from '../result-sink';
import type { Call } from '../types';
import type { PostgresConnection } from './connection';
import { inDryRun } from './dry-run';
import { lostConnection, namingArgument, toRunError } from './errors';
import { type Routine, readRoutine, runsInTransaction } from './executable';
import { openTable, streamCursors, streamRows, type TextRow, toCells } from './rows';
import { makesOwnSetting } from './session/own-settings';
import { type Session, withSession } from './session/session-pool';
import { buildStatement, type CallStatement, type Statement } from './statement';
import { applyChosenTypes } from './values/chosen-type';

/**
 * Calls a routine. Tables are streamed through a cursor between BEGIN and COMMIT whatever the command's settings: a single
 * statement is one transaction anyway, and COMMIT then reports errors at its end, such as a deferred constraint.
 * Everything else is a single statement, and needs BEGIN only if a procedure must not commit by itself.
 */
export async function execute(
  connection: PostgresConnection,
  context: ConnectorContext,
  call: Call,
  sink: ResultSink,
): Promise<{ errors: RunError[] }> {
  const routine = readRoutine(call.executable);
  return withSession(connection, context, call.signal, async (session) => {
    const { client } = session;
    session.isSpoiled = makesOwnSetting(call.values);
    const onNotice = (notice: Notice): void => sink.log(toLogEntry(notice));
    client.on('notice', onNotice);
    let statement: CallStatement | null = null;
    try {
      const typed = await applyChosenTypes(client, routine, call.values);
      statement = buildStatement(typed, call.values);
      await runEitherWay(session, typed, statement, call, sink);
      return { errors: [] };
    } catch (error) {
      const isUndone = wasUndone(session, error, routine, call);
      if (call.signal.aborted) throw isUndone ? new RolledBack(error) : error;
      if (error instanceof DatabaseError) {
        const read = runErrorOf(error, routine, statement, isInTransaction(call));
        const hint = read.hint ?? (isCanceled(error) && isUndone ? ROLLED_BACK : null);
        return { errors: [{ ...read, hint }] };
      }
      // Not an error of the server or the socket: the sink failed, and the session is discarded with its work.
      throw client.connection.stream.destroyed ? lostConnection(error, connection) : error;
    } finally {
      client.removeListener('notice', onNotice);
    }
  });
}

/** Calls by position if the names match several routines: the server detects that before it executes anything. */
async function runEitherWay(
  session: Session,
  routine: Routine,
  statement: CallStatement,
  call: Call,
  sink: ResultSink,
): Promise<void> {
  try {
    await run(session, routine, statement, call, sink);
  } catch (error) {
    const isAmbiguous = error instanceof DatabaseError && isOfTheCall(error) && error.code === '42725';
    if (!isAmbiguous || statement.byPosition === null || call.signal.aborted) throw error;
    if (await areProceduresAlike(session, routine)) throw error;
    await run(session, routine, statement.byPosition, call, sink);
  }
}

/**
 * Whether two procedures with this name take the same types if outputs count, too. By position, the server then calls
 * either one.
 */
async function areProceduresAlike({ client }: Session, routine: Routine): Promise<boolean> {
  if (routine.kind === 'function') return false;
  const { rows } = await client.query({ text: alikeQuery, values: [routine.schema, routine.name] });
  return rows.length > 0;
}

const alikeQuery = `
select from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where n.nspname = $1 and p.proname = $2 and p.prokind = 'p'
group by pg_catalog.array_to_string(coalesce(p.proallargtypes, p.proargtypes::pg_catalog.oid[]), ',')
having count(*) > 1`;

async function run(
  session: Session,
  routine: Routine,
  statement: Statement,
  call: Call,
  sink: ResultSink,
): Promise<void> {
  if (call.isDryRun)
    return inDryRun(session, routine, sink, () => runWithin(session, routine, statement, call, sink));
  const isStreamed =
    routine.kind === 'function' && (routine.returns === 'table' || routine.returns === 'records');
  if (isStreamed) return inTransaction(session, () => streamRows(session, statement, sink, call.signal));
  const isProcedure = routine.kind === 'procedure';
  if (routine.returns === 'cursors') {
    const cursors = (): Promise<void> => streamCursors(session, statement, sink, call.signal);
    // A procedure that commits by itself keeps its cursors open WITH HOLD.
    return isProcedure && !isInTransaction(call) ? cursors() : inTransaction(session, cursors);
  }
  const single = (): Promise<void> => runSingle(session, routine, statement, sink);
  return isProcedure && isInTransaction(call) ? inTransaction(session, single) : single();
}

/** The same within a transaction that someone else began and ends. */
async function runWithin(
  session: Session,
  routine: Routine,
  statement: Statement,
  { signal }: Call,
  sink: ResultSink,
): Promise<void> {
  if (routine.returns === 'cursors') return streamCursors(session, statement, sink, signal);
  const isStreamed =
    routine.kind === 'function' && (routine.returns === 'table' || routine.returns === 'records');
  return isStreamed
    ? streamRows(session, statement, sink, signal)
    : runSingle(session, routine, statement, sink);
}

/** The result of `ownPart`: whether a procedure runs in a transaction of ours, which is the default. */
const isInTransaction = ({ own }: Call): boolean => runsInTransaction(own);

/** The server canceled the statement: a limit of the database, an administrator, or we asked for it. */
const isCanceled = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

/** Whether it is sure that what the call did was undone: its transaction can't be committed anymore. */
function wasUndone(session: Session, error: unknown, { kind }: Routine, call: Call): boolean {
  if (session.transaction === 'open') return true;
  // A statement is a transaction of its own, except for a procedure that commits by itself.
  return isCanceled(error) && (kind === 'function' || isInTransaction(call));
}

async function inTransaction(session: Session, work: () => Promise<void>): Promise<void> {
  const { client } = session;
  await client.query('BEGIN');
  session.transaction = 'open';
  try {
    await work();
  } catch (error) {
    // Only a server error leaves the session usable; any other error discards it.
    if (error instanceof DatabaseError) await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
  session.transaction = 'committing';
  await client.query('COMMIT');
}

/** A scalar function returns its value; a procedure returns the row of its output arguments. */
async function runSingle(
  { client, types }: Session,
  routine: Routine,
  statement: Statement,
  sink: ResultSink,
): Promise<void> {
  const { fields, rows } = await client.query<TextRow>({ ...statement, rowMode: 'array' });
  if (routine.returns === 'void' || fields.length === 0) return;
  const [row] = rows;
  if (routine.kind === 'procedure') {
    const readers = await openTable(types, fields, sink);
    if (row !== undefined) await sink.row(toCells(row, readers));
    return;
  }
  const [type] = await types.of(fields, sink);
  const text = row?.[0] ?? null;
  if (type !== undefined) sink.value(text === null ? null : type.read(text), type.name);
}

/** Whether the server refused the call itself, rather than something in the routine's body. */
function isOfTheCall(error: DatabaseError): boolean {
  return error.where === undefined && error.internalQuery === undefined;
}

/** The function, schema, or type doesn't exist. */
const goneCodes = new Set(['42883', '3F000', '42704']);

/** Throws `not_found` if the routine itself no longer exists, rather than something that its body uses. */
function runErrorOf(
  error: DatabaseError,
  routine: Routine,
  statement: CallStatement | null,
  inTransaction: boolean,
): RunError {
  const { schema, name, kind, identityArguments } = routine;
  const read = toRunError(error);
  const located = { ...read, where: namingArgument(read.where, statement?.keys ?? []) };
  const isOurs = isOfTheCall(error);
  // Errors about the call have a position; those about a value that names a function, type, or schema don't.
  if (isOurs && error.position !== undefined && goneCodes.has(error.code ?? '')) {
    const message =
      `"${schema}.${name}(${identityArguments})" is no longer in the database. ` +
      "Sync now in [Configure] > Inputs, or ask the database's administrator.";
    throw new ConnectorError('not_found', message, located, { cause: error });
  }
  if (isOurs && error.code === '42725') {
    const hint = statement?.leavesOut
      ? 'Several routines with this name match, because arguments are left out. Fill in more of them.'
      : "Another routine with this name takes the same arguments. Ask the database's administrator to rename one.";
    return { ...located, hint };
  }
  if (isOurs && error.code === '34000' && kind === 'procedure' && !inTransaction) {
    const hint =
      'Its cursors ended with their transaction: switch on "Execute in a transaction" in the command\'s settings.';
    return { ...located, hint };
  }
  return located;
}

interface Notice {
  severity: string | undefined;
  message: string | undefined;
  detail: string | undefined;
  hint: string | undefined;
}

const levels = new Map<string, LogEntry['level']>([
  ['DEBUG', 'debug'],
  ['LOG', 'info'],
  ['INFO', 'info'],
  ['NOTICE', 'notice'],
  ['WARNING', 'warning'],
]);

function toLogEntry({ severity = '', message = '', detail, hint }: Notice): LogEntry {
  const lines = [message, detail && `DETAIL: ${detail}`, hint && `HINT: ${hint}`].filter(Boolean);
  return { level: levels.get(severity) ?? 'notice', message: lines.join('\n'), atMs: Date.now() };
}
