import { codeOf, type Expression } from '../syntax/ast';
import { join } from '../values/join';
import { itemsOf, numberOf, plain, testValue, thingOf, unknownCode, vectorOf } from '../values/make';
import { both, either, opposite } from '../values/tests';
import { type Scope, siteOf, type Test, type Thing, type Value, type Word } from '../values/value';
import { given } from './calls';
import { compared, isIn, ordered } from './comparisons';
import type { Runner } from './runner';

/** The place after a word of the command line, where its value stands. */
export class AfterWord implements Thing {
  constructor(readonly word: Word) {}

  index(): Value {
    return thingOf(this);
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>;

export function evaluateBinary(expression: Binary, scope: Scope, machine: Runner): Value {
  const { operator } = expression;
  if (operator === '&&' || operator === '||') return ofTests(expression, scope, machine);
  if (operator === '~') return unknownCode(codeOf(expression));
  const left = machine.evaluate(expression.left, scope);
  if (left.kind === 'ended') return left;
  const own = operator.startsWith('%') ? machine.lookup(operator, scope) : undefined;
  if (operator === '%||%' && own === undefined) return coalesced(left, expression, scope, machine);
  const right = machine.evaluate(expression.right, scope);
  if (right.kind === 'ended') return right;
  const site = siteOf(expression);
  const origin = { site, code: codeOf(expression), scope };
  if (own !== undefined) return machine.call(own, [given(left), given(right)], origin);
  switch (operator) {
    case '==':
    case '!=':
      return compared(left, right, operator, site, machine);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(left, right, operator);
    case '%in%':
      return isIn(left, right, site, machine);
    case '&':
    case '|':
      return elementwise(left, right, operator, machine);
    case ':':
      return range(left, right, codeOf(expression));
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
    case '%%':
    case '%/%':
      return computed(left, right, operator, codeOf(expression));
    default:
      return operator.startsWith('%')
        ? machine.call({ kind: 'library', name: operator }, [given(left), given(right)], origin)
        : unknownCode(codeOf(expression));
  }
}

/** `a && b`: what stands on the right only runs where the left doesn't settle it. */
function ofTests({ operator, left, right }: Binary, scope: Scope, machine: Runner): Value {
  const first = machine.evaluate(left, scope);
  if (first.kind === 'ended') return first;
  const isAnd = operator === '&&';
  const a = machine.testOf(first);
  if (a.truth === !isAnd) return plain(!isAnd);
  const rest = () => machine.evaluate(right, scope);
  const second = a.truth === null ? machine.inCase({ test: a, isTrue: isAnd, isRest: false }, rest) : rest();
  if (second.kind === 'ended') return a.truth === null ? testValue(a) : second;
  const b = machine.testOf(second);
  return testValue(isAnd ? both(a, b) : either(a, b));
}

/** `a %||% b` */
function coalesced(left: Value, { right }: Binary, scope: Scope, machine: Runner): Value {
  if (left.kind === 'null') return machine.evaluate(right, scope);
  if (left.kind === 'subject') {
    const test = { ...machine.testOf(left), about: [left.draft] };
    return machine.branch(
      test,
      () => left,
      () => machine.evaluate(right, scope),
    );
  }
  if (left.kind === 'unknown') return join(left, machine.evaluate(right, scope), null);
  return left;
}

function elementwise(left: Value, right: Value, operator: string, machine: Runner): Value {
  const combine = operator === '&' ? both : either;
  const [a, b] = [left, right].map((value): Test[] =>
    value.kind === 'items' ? value.items.map((item) => machine.testOf(item.value)) : [machine.testOf(value)],
  );
  if (a === undefined || b === undefined || a.length !== b.length) return unknownCode(null, 'logical');
  return vectorOf(a.map((test, at) => testValue(combine(test, b[at] ?? test))));
}

const mostInRange = 1000;

function range(left: Value, right: Value, code: string): Value {
  const [from, to] = [numberOf(left), numberOf(right)];
  if (right.kind === 'thing' && from !== null) return right.thing.range?.(from) ?? unknownCode(code);
  if (from === null || to === null || Math.abs(to - from) >= mostInRange) return unknownCode(code);
  const step = to >= from ? 1 : -1;
  return vectorOf(
    Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => plain(from + at * step, 'integer')),
  );
}

function computed(left: Value, right: Value, operator: string, code: string): Value {
  if (left.kind === 'items' || right.kind === 'items') {
    const items = left.kind === 'items' ? left.items : right.kind === 'items' ? right.items : [];
    const values = items.map((item, at) =>
      computed(itemAt(left, at, item.value), itemAt(right, at, item.value), operator, code),
    );
    return itemsOf(values.map((value) => ({ name: null, value })));
  }
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return uncomputed(left, right, operator, code);
  const value = resultOf(a, b, operator);
  if (value === null || !Number.isFinite(value)) return unknownCode(code, 'numeric');
  const isWhole = [left, right].every((each) => each.kind === 'plain' && each.typeId === 'integer');
  const isFraction = [left, right].some((each) => each.kind === 'plain' && each.typeId === 'numeric');
  return plain(value, isWhole && operator !== '/' ? 'integer' : isFraction ? 'numeric' : null);
}

const itemAt = (value: Value, at: number, other: Value): Value =>
  value.kind === 'items' ? (value.items[at]?.value ?? other) : value;

/** What is calculated with is a number; a day with days added is a day. */
function uncomputed(left: Value, right: Value, operator: string, code: string): Value {
  if (left.kind === 'test' && left.test.word !== null && operator === '+' && numberOf(right) === 1)
    return thingOf(new AfterWord(left.test.word));
  const isDay = [left, right].some(
    (each) => 'typeId' in each && (each.typeId === 'Date' || each.typeId === 'POSIXct'),
  );
  if (isDay) {
    const day = [left, right].find((each) => 'typeId' in each);
    return unknownCode(code, day !== undefined && 'typeId' in day ? day.typeId : null);
  }
  for (const [each, other] of [
    [left, right],
    [right, left],
  ] as const)
    if (each.kind === 'subject' && each.part === 'whole' && (numberOf(other) !== null || operator === '*'))
      each.draft.become('numeric');
  return unknownCode(code, left.kind === 'subject' && left.draft.typeId === 'Date' ? 'Date' : null);
}

function resultOf(a: number, b: number, operator: string): number | null {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    case '^':
      return a ** b;
    case '%%':
      return b === 0 ? null : a - b * Math.floor(a / b);
    default:
      return b === 0 ? null : Math.floor(a / b);
  }
}

export function evaluateUnary(
  expression: Extract<Expression, { kind: 'unary' }>,
  scope: Scope,
  machine: Runner,
): Value {
  const { operator } = expression;
  if (operator === '~' || operator === '?') return unknownCode(codeOf(expression));
  const value = machine.evaluate(expression.operand, scope);
  if (value.kind === 'ended') return value;
  if (operator === '!') return negated(value, machine);
  if (value.kind === 'items' && operator === '-')
    return {
      ...value,
      items: value.items.map((item) => ({ ...item, value: negative(item.value, codeOf(expression)) })),
    };
  return operator === '-' ? negative(value, codeOf(expression)) : value;
}

function negated(value: Value, machine: Runner): Value {
  if (value.kind === 'items')
    return { ...value, items: value.items.map((item) => ({ ...item, value: negated(item.value, machine) })) };
  if (value.kind === 'unknown') return unknownCode(value.code === null ? null : `!${value.code}`, 'logical');
  return testValue(opposite(machine.testOf(value)));
}

function negative(value: Value, code: string): Value {
  const number = numberOf(value);
  return value.kind === 'plain' && number !== null ? plain(-number, value.typeId) : unknownCode(code);
}
