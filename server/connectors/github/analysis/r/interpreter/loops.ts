import { changedName, type Expression, expressionsIn } from '../syntax/ast';
import { nothing, plain, unknown } from '../values/make';
import { type Item, type Scope, siteOf, type Value } from '../values/value';
import type { Runner } from './runner';

/** Loops that go around more often than this aren't of inputs. */
const mostRounds = 300;

export function runFor(
  expression: Extract<Expression, { kind: 'for' }>,
  scope: Scope,
  machine: Runner,
): Value {
  const { name, sequence, body } = expression;
  const value = machine.evaluate(sequence, scope);
  if (value.kind === 'ended') return value;
  const elements = machine.elements(value, siteOf(sequence));
  const round = (item: Item) => () => {
    if (item.value.kind === 'subject') item.value.draft.name(name, 1);
    if (item.value.kind === 'thing') item.value.thing.named?.(name);
    scope.set(name, item.value);
    return machine.evaluate(body, scope);
  };
  if (elements === null || elements.isOpen || elements.items.length > mostRounds) {
    const items = elements === null ? [] : elements.items.slice(0, 20);
    for (const item of items.length > 0 ? items : [{ name: null, value: unknown }]) {
      widen(body, scope);
      machine.inOpenLoop(round(item));
    }
    return nothing;
  }
  for (const item of elements.items) {
    if (!machine.spend()) break;
    const end = round(item)();
    if (end.kind !== 'ended' || end.how === 'next') continue;
    if (end.how === 'break') break;
    return end;
  }
  return nothing;
}

export function runWhile(
  expression: Extract<Expression, { kind: 'while' }>,
  scope: Scope,
  machine: Runner,
): Value {
  const { test, body } = expression;
  widen(body, scope);
  const holds = test === null ? plain(true) : machine.evaluate(test, scope);
  if (holds.kind === 'ended') return holds;
  if (machine.testOf(holds).truth !== false) machine.inOpenLoop(() => machine.evaluate(body, scope));
  return nothing;
}

/** What counts the rounds of a loop has no one value in it. */
function widen(body: Expression, scope: Scope): void {
  for (const expression of expressionsIn([body])) {
    if (expression.kind !== 'assign') continue;
    const name = changedName(expression.target);
    const before = name === null ? undefined : scope.get(name);
    if (name === null || before?.kind !== 'plain' || typeof before.value !== 'number') continue;
    for (const inner of expressionsIn([expression.value]))
      if (inner.kind === 'name' && inner.name === name) scope.set(name, unknown);
  }
}
