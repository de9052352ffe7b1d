import { escapeIdentifier } from 'pg';
import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '../_shared/connector-error';
import { bindText, castName, typedPlaceholder } from './bind';
import type { Routine, RoutineArgument } from './executable';

/** One call: its text, with every value a placeholder, and the values as text. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Writes the call of a routine: names quoted, values bound. Arguments whose key is absent from the values are
 * left out. Where each argument that is sent has a name, named notation is used; else the positions count,
 * and leaving out one before another that is sent throws `failed`.
 */
export function buildStatement(routine: Routine, values: Values): Statement {
  const bound: (string | null)[] = [];
  const passed = passedArguments(routine, values);
  const isNamed = passed.every(({ name }) => name !== null);
  const parts = passed.map((argument) => {
    const prefix = argument.mode === 'variadic' ? 'VARIADIC ' : '';
    const name = isNamed && argument.name !== null ? `${escapeIdentifier(argument.name)} => ` : '';
    return `${prefix}${name}${expressionOf(argument, values, bound)}`;
  });
  const call = `${escapeIdentifier(routine.schema)}.${escapeIdentifier(routine.name)}(${parts.join(', ')})`;
  return { text: wrap(routine, call), values: bound };
}

function passedArguments(routine: Routine, values: Values): RoutineArgument[] {
  const isPassed = ({ key, mode }: RoutineArgument): boolean =>
    mode === 'out' ? routine.kind === 'procedure' : key !== null && Object.hasOwn(values, key);
  const callable = routine.arguments.filter(({ mode }) => mode !== 'out' || routine.kind === 'procedure');
  const passed = callable.filter(isPassed);
  const leftOut = callable.findIndex((argument) => !isPassed(argument));
  if (leftOut >= 0 && leftOut < passed.length && passed.some(({ name }) => name === null)) {
    const key = callable[leftOut]?.key;
    const message = `"${key}" cannot be left out: arguments after it have no name, so their positions count. Fill it in.`;
    throw new ConnectorError('failed', message);
  }
  return passed;
}

/** A procedure's OUT argument needs a place in the call, though its value is not looked at. */
function expressionOf(argument: RoutineArgument, values: Values, bound: (string | null)[]): string {
  const { key, mode, type } = argument;
  if (mode === 'out' || key === null) return type.kind === 'pseudo' ? 'NULL' : `NULL::${castName(type.name)}`;
  bound.push(bindText(type, values[key] ?? null));
  return typedPlaceholder(bound.length, type);
}

function wrap(routine: Routine, call: string): string {
  if (routine.kind === 'procedure') return `CALL ${call}`;
  return routine.returns === 'table' || routine.returns === 'cursors'
    ? `SELECT * FROM ${call}`
    : `SELECT ${call}`;
}
