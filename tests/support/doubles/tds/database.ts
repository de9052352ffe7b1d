import { catalogAnswer } from './catalog';
import type { Reply } from './reply';
import type { WireRequest } from './requests';
import type { DoubleRoutine } from './routine';
import type { Answer, TdsSession } from './server';
import { readConvert, readObject, splitOutside } from './sql-parts';
import type { WireValue } from './types';

interface Variable {
  type: string;
  value: WireValue;
}

/**
 * A database with these routines. It understands the statements that the connector writes and no others: queries of the
 * catalog, transactions, and calls with their conversions.
 */
export function databaseOf(routines: () => readonly DoubleRoutine[]): Answer {
  let lastTransaction = 0n;
  return async (request, reply, session, signal) => {
    if (request.transaction !== session.transaction) {
      return reply.message({ message: 'The request names another transaction', severity: 16, number: 3989 });
    }
    const text = request.sql.trim();
    if (text === '' || /^set textsize/.test(text)) return;
    if (/^select @@version$/.test(text)) {
      await reply.table([{ name: '', type: 'nvarchar(300)' }]);
      await reply.row([
        'Microsoft SQL Server 2022 (RTM-CU14) (KB5038325) - 16.0.4135.4 (X64) \n\tMay 10 2024',
      ]);
      return reply.doneInProc(1);
    }
    if (text === 'begin transaction') {
      lastTransaction += 1n;
      session.transaction = lastTransaction;
      return reply.environment(8, descriptor(session.transaction));
    }
    const end = /^if @@trancount > 0 (commit|rollback) transaction$/.exec(text)?.[1];
    if (end !== undefined) {
      if (session.transaction !== 0n) {
        await reply.environment(end === 'commit' ? 9 : 10, Buffer.alloc(0), descriptor(session.transaction));
      }
      session.transaction = 0n;
      return;
    }
    if (/\bfrom sys\./.test(text)) return catalogAnswer(routines(), request, reply);
    return call(routines(), request, reply, session, signal);
  };
}

function descriptor(transaction: bigint) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(transaction);
  return bytes;
}

/** Runs the statements of a call one after the other. */
async function call(
  routines: readonly DoubleRoutine[],
  request: WireRequest,
  reply: Reply,
  session: TdsSession,
  signal: AbortSignal,
): Promise<void> {
  const scope = new Map<string, Variable>();
  for (const { name, type, value } of request.parameters) scope.set(name, { type, value });
  for (const [name, type] of outputsOf(request))
    scope.set(name, { type, value: scope.get(name)?.value ?? null });
  for (const statement of splitOutside(request.sql, ';')) {
    const declared = /^declare (@\w+) (.+?) = (.+)$/s.exec(statement);
    const assigned = /^set (@\w+) = (.+)$/s.exec(statement);
    const called = /^exec (@\w+) = (.+)$/s.exec(statement);
    const selected = /^select (\* from )?(\[.+)$/s.exec(statement);
    if (/^set nocount (on|off)$/.test(statement)) continue;
    if (declared?.[1] !== undefined) {
      scope.set(declared[1], { type: declared[2] ?? '', value: evaluate(declared[3] ?? '', scope).value });
    } else if (/^declare @\w+ \[/.test(statement)) {
      scope.set(statement.split(' ')[1] ?? '', { type: 'table', value: '[]' });
    } else if (/^insert into @/.test(statement)) insert(statement, scope);
    else if (assigned?.[1] !== undefined) {
      const target = scope.get(assigned[1]);
      scope.set(assigned[1], { type: target?.type ?? '', value: evaluate(assigned[2] ?? '', scope).value });
    } else if (called?.[2] !== undefined) {
      await execute(routines, called[2], called[1] ?? '', scope, reply, session, signal);
    } else if (selected?.[2] !== undefined)
      await select(routines, selected[2], scope, reply, session, signal);
    else throw new Error(`The double doesn't understand: ${statement}`);
  }
  if (request.kind !== 'rpc') return;
  await reply.returnStatus(0);
  for (const [name, type] of outputsOf(request)) {
    await reply.returnValue(name, type, scope.get(name)?.value ?? null);
  }
}

/** The parameters that come back, with their declared types. */
function outputsOf({ declarations }: WireRequest): [string, string][] {
  return splitOutside(declarations, ',').flatMap((text) => {
    const [, name, type] = /^(@\w+)\s+(.+?)\s+output$/i.exec(text) ?? [];
    return name === undefined || type === undefined ? [] : [[name, type] as [string, string]];
  });
}

function evaluate(expression: string, scope: ReadonlyMap<string, Variable>): Variable {
  const text = expression.trim();
  const converted = readConvert(text);
  if (converted !== null) return { type: converted.type, value: evaluate(converted.inner, scope).value };
  const variable = scope.get(text);
  if (variable === undefined) throw new Error(`Must declare the scalar variable "${text}".`);
  return variable;
}

/** The rows of a table-valued parameter, as JSON with the names of its columns. */
function insert(statement: string, scope: Map<string, Variable>): void {
  const [, variable = '', names = '', placeholder = ''] =
    /^insert into (@\w+) \((.+?)\) select .+ from openjson\((@\w+)\) with \(/s.exec(statement) ?? [];
  const columns = splitOutside(names, ',').map((name) => name.slice(1, -1).replaceAll(']]', ']'));
  const rows: Record<string, string | null>[] = JSON.parse(String(scope.get(placeholder)?.value));
  const named = rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[`c${index}`]])));
  scope.set(variable, { type: 'table', value: JSON.stringify(named) });
}

async function execute(
  routines: readonly DoubleRoutine[],
  text: string,
  status: string,
  scope: Map<string, Variable>,
  reply: Reply,
  session: TdsSession,
  signal: AbortSignal,
): Promise<void> {
  const { schema, name, rest } = readObject(text);
  const routine = find(routines, schema, name);
  if (routine === undefined) {
    const message = `Could not find stored procedure '${schema}.${name}'.`;
    return reply.message({ message, number: 2812, severity: 16, state: 62 });
  }
  const values = new Map<string, WireValue>();
  const outputs = new Map<string, string>();
  for (const argument of splitOutside(rest, ',')) {
    const [, parameter = '', value = '', output] = /^(@\S+) = (@\w+)( output)?$/.exec(argument) ?? [];
    const declared = routine.parameters?.find((each) => each.name === parameter);
    if (declared === undefined) throw new Error(`${parameter} is not a parameter for procedure ${name}.`);
    values.set(parameter, evaluate(value, scope).value);
    if (output !== undefined) outputs.set(parameter, value);
  }
  const code = await routine.body?.({
    reply,
    values,
    session,
    signal,
    output: (parameter, value) => {
      const variable = outputs.get(parameter) ?? '';
      scope.set(variable, { type: scope.get(variable)?.type ?? '', value });
    },
  });
  scope.set(status, { type: 'int', value: typeof code === 'number' ? code : 0 });
}

async function select(
  routines: readonly DoubleRoutine[],
  text: string,
  scope: ReadonlyMap<string, Variable>,
  reply: Reply,
  session: TdsSession,
  signal: AbortSignal,
): Promise<void> {
  const { schema, name, rest } = readObject(text);
  const routine = find(routines, schema, name);
  if (routine === undefined) {
    return reply.message({ message: `Invalid object name '${schema}.${name}'.`, number: 208, severity: 16 });
  }
  const values = new Map<string, WireValue>();
  splitOutside(rest.slice(1, -1), ',').forEach((argument, index) => {
    const parameter = routine.parameters?.[index]?.name ?? '';
    if (argument !== 'default') values.set(parameter, evaluate(argument, scope).value);
  });
  await routine.body?.({ reply, values, session, signal, output: () => {} });
}

const find = (routines: readonly DoubleRoutine[], schema: string, name: string): DoubleRoutine | undefined =>
  routines.find((routine) => (routine.schema ?? 'dbo') === schema && routine.name === name);
