import type { ArgumentExpression, CallExpression, Parameter } from '../syntax/ast';
import { codeOf } from '../syntax/ast';
import { join } from '../values/join';
import { ended, itemsOf, nothing, unknown, unknownCode } from '../values/make';
import {
  type Argument,
  type Call,
  type FunctionValue,
  type Interpreter,
  type Item,
  type Native,
  type Origin,
  type Scope,
  siteOf,
  type Value,
} from '../values/value';
import { bounded } from './bounded';
import type { Frame, Runner } from './runner';

const mostCallsWithin = 24;
/** What a function that calls itself does is told by its first calls. */
const mostCallsOfItself = 3;

/** An argument whose value is known already. */
export const given = (value: Value, name: string | null = null): Argument => ({
  name,
  expression: null,
  value: () => value,
});

export function evaluateCall(expression: CallExpression, scope: Scope, machine: Runner): Value {
  const origin = { site: siteOf(expression), code: codeOf(expression), scope };
  const callee = calleeOf(expression, scope, machine);
  return callee.kind === 'ended'
    ? callee
    : machine.call(callee, argumentsOf(expression.args, scope, machine), origin);
}

/** A name that is called is that of a function, whatever else has it. */
function calleeOf({ callee }: CallExpression, scope: Scope, machine: Runner): Value {
  if (callee.kind === 'text') return { kind: 'library', name: callee.value };
  if (callee.kind !== 'name') return machine.evaluate(callee, scope);
  const { name } = callee;
  if (callee.package !== null) return { kind: 'library', name };
  for (let at = scope.scopeOf(name); at !== null; at = at.parent?.scopeOf(name) ?? null) {
    const value = machine.lookup(name, at);
    if (value?.kind === 'function' || value?.kind === 'native' || value?.kind === 'library') return value;
    if (value?.kind === 'unknown' && !machine.libraries.has(name)) return value;
  }
  return { kind: 'library', name };
}

export function argumentsOf(
  args: readonly ArgumentExpression[],
  scope: Scope,
  machine: Interpreter,
): Argument[] {
  return args.flatMap(({ name, value: expression }): Argument[] => {
    if (expression?.kind === 'name' && expression.name === '...') {
      const rest = machine.lookup('...', scope);
      return rest?.kind === 'items' ? rest.items.map((item) => given(item.value, item.name)) : [];
    }
    let known: Value | null = null;
    const value = () => {
      known ??= expression === null ? nothing : machine.evaluate(expression, scope);
      return known;
    };
    return [{ name, expression, value }];
  });
}

/** Puts arguments to formals as R does: by their full names, then by the beginning of a name, then by their places. */
function matched<T extends Pick<Argument, 'name'>>(
  args: readonly T[],
  formals: readonly string[],
): { byFormal: Map<string, T>; rest: T[] } {
  const byFormal = new Map<string, T>();
  const dots = formals.indexOf('...');
  const before = dots < 0 ? formals : formals.slice(0, dots);
  let left = args.filter((arg) => {
    const isFormal =
      arg.name !== null && arg.name !== '...' && formals.includes(arg.name) && !byFormal.has(arg.name);
    if (isFormal && arg.name !== null) byFormal.set(arg.name, arg);
    return !isFormal;
  });
  left = left.filter((arg) => {
    const { name } = arg;
    if (name === null || name === '') return true;
    const begun = before.filter((formal) => formal.startsWith(name) && !byFormal.has(formal));
    if (begun.length !== 1 || begun[0] === undefined) return true;
    byFormal.set(begun[0], arg);
    return false;
  });
  const open = before.filter((formal) => !byFormal.has(formal));
  const rest = left.filter((arg) => {
    const formal = arg.name === null ? open.shift() : undefined;
    if (formal !== undefined) byFormal.set(formal, arg);
    return formal === undefined;
  });
  return { byFormal, rest };
}

export function callNative(
  native: Native,
  args: readonly Argument[],
  origin: Origin,
  machine: Runner,
): Value {
  let end: Value | null = null;
  const watched = args.map((arg) => ({
    ...arg,
    value: () => {
      const value = arg.value();
      if (value.kind === 'ended') end = value;
      return value;
    },
  }));
  const { byFormal, rest } = matched(watched, native.formals);
  const call: Call = {
    value: (formal) => byFormal.get(formal)?.value(),
    argument: (formal) => byFormal.get(formal),
    rest,
    all: watched,
    isOpen: false,
    ...origin,
  };
  const value = native.call(call, machine);
  return end !== null && native.isLazy !== true ? end : bounded(value, origin.code, machine);
}

/** Code that isn't known may read all that it gets, and call every function. */
export function callUnknown(args: readonly Argument[], { site, code }: Origin, machine: Runner): Value {
  for (const arg of args) {
    const value = arg.value();
    if (value.kind === 'ended') return value;
    if (value.kind === 'thing') value.thing.passedOn?.(site);
    if (value.kind === 'function') sweep(value, machine);
  }
  return unknownCode(code);
}

/** Reads a function that something else may call, without knowing with what. */
export function sweep(value: FunctionValue, machine: Runner): void {
  if (machine.visited.has(value.definition)) return;
  const args = value.definition.parameters.map(({ name }) => given(unknown, name === '...' ? null : name));
  machine.inCase(null, () => callFunction(value, args, machine));
}

export function callFunction(callee: FunctionValue, args: readonly Argument[], machine: Runner): Value {
  const { definition } = callee;
  const { frames } = machine;
  const own = frames.filter((frame) => frame.definition === definition).length;
  if (frames.length >= mostCallsWithin || own >= mostCallsOfItself) return unknown;
  const scope = callee.scope.below();
  const failed = bind(definition.parameters, args, scope);
  if (failed !== null) return failed;
  machine.visited.add(definition);
  const frame: Frame = { definition, returns: [], cases: machine.cases.length };
  frames.push(frame);
  const last = machine.evaluate(definition.body, scope);
  frames.pop();
  const { returns } = frame;
  if (last.kind === 'ended' && last.how === 'fail' && returns.length === 0) return last;
  let result: Value | undefined = last.kind === 'ended' ? undefined : last;
  for (const { value, one } of returns.reverse()) {
    if (result === undefined) result = value;
    else if (one === null) result = join(value, result, null);
    else result = one.isTrue ? join(value, result, one.test) : join(result, value, one.test);
  }
  return result ?? nothing;
}

/** Gives the parameters of a function their values; the value that ends the code instead, if one does. */
function bind(parameters: readonly Parameter[], args: readonly Argument[], scope: Scope): Value | null {
  const { byFormal, rest } = matched(
    args,
    parameters.map(({ name }) => name),
  );
  for (const { name, fallback } of parameters) {
    if (name === '...') {
      const items = rest.map((arg): Item => ({ name: arg.name, value: arg.value() }));
      scope.set('...', itemsOf(items, true));
      continue;
    }
    // What `match.arg` takes for the choices.
    if (fallback !== null) scope.set(`default of ${name}`, { kind: 'promise', expression: fallback, scope });
    const arg = byFormal.get(name);
    if (arg === undefined || (arg.expression === null && arg.value().kind === 'null' && arg.name === null)) {
      scope.missing.add(name);
      scope.set(name, fallback === null ? unknown : { kind: 'promise', expression: fallback, scope });
      continue;
    }
    const value = arg.value();
    if (value.kind === 'ended') return value.how === 'fail' ? value : ended(value.how);
    if (value.kind === 'subject') value.draft.name(name, 1);
    scope.set(name, value);
  }
  return null;
}
