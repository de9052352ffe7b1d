import { escapeIdentifier } from 'pg';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import type { Routine, RoutineArgument } from './executable';
import { bindText, typedPlaceholder } from './values/bind';
import { holdsMoney, partsOf } from './values/bind-parts';

/** One call: its text with placeholders, and the values as text. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

/** The call of a routine, with the information for its error messages. */
export interface CallStatement extends Statement {
  /** The input keys of the placeholders, in order. */
  keys: string[];
  /**
   * The same call by position, for names that match several routines. Null if positions may match another routine than this
   * one: arguments are left out, or have no type of their own.
   */
  byPosition: Statement | null;
  /** Whether optional arguments are left out. */
  leavesOut: boolean;
}

type Values = Readonly<Record<string, JsonValue>>;

/**
 * Writes the call of a routine: names quoted, values bound. Arguments without a value are left out. If every passed
 * argument has a name, named notation is used; otherwise arguments are passed by position, and leaving one out before
 * another throws `failed`.
 */
export function buildStatement(routine: Routine, values: Values): CallStatement {
  const callable = routine.arguments.filter(({ mode }) => mode !== 'out' || routine.kind === 'procedure');
  const given = callable.filter(
    ({ key, mode }) => mode === 'out' || (key !== null && Object.hasOwn(values, key)),
  );
  const isVariadic = callable.some(({ mode }) => mode === 'variadic');
  const passed =
    isVariadic && callable.every((argument) => given.includes(argument) || argument.omitted !== undefined)
      ? callable
      : given;
  // An incomplete variadic call only resolves by position.
  const isNamed = (!isVariadic || passed === callable) && haveNamesOfTheirOwn(passed);
  if (!isNamed) refuseGaps(callable, passed);
  const leavesOut = passed.length < callable.length;
  const isExact = !leavesOut && passed.every(({ type, cast }) => type.kind !== 'pseudo' && cast !== null);
  const { keys, ...statement } = writeCall(routine, passed, values, isNamed);
  return {
    ...statement,
    keys,
    byPosition: isNamed && isExact ? positionalCall(routine, passed, values) : null,
    leavesOut,
  };
}

function positionalCall(routine: Routine, passed: RoutineArgument[], values: Values): Statement {
  const { text, values: bound } = writeCall(routine, passed, values, false);
  return { text, values: bound };
}

function writeCall(
  routine: Routine,
  passed: RoutineArgument[],
  values: Values,
  isNamed: boolean,
): Statement & { keys: string[] } {
  const bound: (string | null)[] = [];
  const keys: string[] = [];
  const parts = passed.map((argument) => {
    const prefix = argument.mode === 'variadic' ? 'VARIADIC ' : '';
    const name = isNamed && argument.name !== null ? `${escapeIdentifier(argument.name)} => ` : '';
    const expression = expressionOf(argument, values, bound);
    while (keys.length < bound.length) keys.push(argument.key ?? '');
    return `${prefix}${name}${expression}`;
  });
  const call = `${escapeIdentifier(routine.schema)}.${escapeIdentifier(routine.name)}(${parts.join(', ')})`;
  return { text: wrap(routine, call), values: bound, keys };
}

/** An input and an output of a procedure may share a name, which then identifies neither. */
function haveNamesOfTheirOwn(passed: RoutineArgument[]): boolean {
  return (
    passed.every(({ name }) => name !== null) &&
    new Set(passed.map(({ name }) => name)).size === passed.length
  );
}

/** By position, only the last arguments can be left out. */
function refuseGaps(callable: RoutineArgument[], passed: RoutineArgument[]): void {
  const gap = callable.findIndex((argument, index) => passed[index] !== argument);
  if (gap < 0 || gap >= passed.length) return;
  const message =
    `"${callable[gap]?.key}" cannot be left out: the position of the arguments after it counts, ` +
    'because not all of them can be told by name. Fill it in.';
  throw new ConnectorError('failed', message);
}

/** A procedure's OUT argument needs a place in the call, though its value is ignored. */
function expressionOf(argument: RoutineArgument, values: Values, bound: (string | null)[]): string {
  const { key, mode, type, cast, omitted } = argument;
  if (mode === 'out' || key === null) {
    return type.kind === 'pseudo' || cast === null ? 'NULL' : `NULL::${cast}`;
  }
  const value = (Object.hasOwn(values, key) ? values[key] : omitted) ?? null;
  if (holdsMoney(type)) return partsOf(type, value, (text) => `$${bound.push(text)}`);
  bound.push(bindText(type, value));
  return typedPlaceholder(bound.length, argument);
}

function wrap(routine: Routine, call: string): string {
  if (routine.kind === 'procedure') return `CALL ${call}`;
  return routine.returns === 'table' || routine.returns === 'cursors'
    ? `SELECT * FROM ${call}`
    : `SELECT ${call}`;
}
