import type { Site } from '../../values/draft';
import {
  isNull,
  knownTexts,
  knownValues,
  numberOf,
  plain,
  testValue,
  textOf,
  unknownCode,
  vectorOf,
} from '../values/make';
import { both, countTest, either, missingTest, oneOf, opposite, plainTest } from '../values/tests';
import type { Interpreter, Need, Test, Thing, Value } from '../values/value';
import { countOfLacking } from './lacking';

/** `==` and `!=`, for each element. */
export function compared(
  left: Value,
  right: Value,
  operator: string,
  site: Site,
  machine: Interpreter,
): Value {
  if (left.kind === 'items' || right.kind === 'items') {
    const items = left.kind === 'items' ? left.items : right.kind === 'items' ? right.items : [];
    return vectorOf(
      items.map((item, at) => {
        const [a, b] = [left, right].map((side) =>
          side.kind === 'items' ? (side.items[at]?.value ?? item.value) : side,
        );
        return compared(a ?? left, b ?? right, operator, site, machine);
      }),
    );
  }
  if (left.kind === 'na' || right.kind === 'na') return unknownCode(null, 'logical');
  const found = comparedThing(left, right, site) ?? comparedThing(right, left, site);
  if (found !== null && operator === '==') return found;
  if (found !== null) return testValue(opposite(machine.testOf(found)));
  const count = countOf(left, right, operator) ?? countOf(right, left, operator);
  if (count !== null) return count;
  const test = sameTest(left, right, machine);
  return testValue(operator === '==' ? test : opposite(test));
}

function comparedThing(thing: Value, other: Value, site: Site): Value | null {
  const text = textOf(other);
  return thing.kind === 'thing' && text !== null ? (thing.thing.compare?.('is', [text], site) ?? null) : null;
}

/** Whether two values are the same. */
export function sameTest(left: Value, right: Value, machine: Interpreter): Test {
  const [subject, other] = left.kind === 'subject' ? [left, right] : [right, left];
  if (subject.kind === 'subject') {
    if (isNull(other) || textOf(other) === '' || other.kind === 'na') return missingTest(subject.draft);
    return other.kind === 'plain' ? oneOf(subject.draft, [other.value]) : plainTest(null);
  }
  if (left.kind === 'plain' && right.kind === 'plain')
    return plainTest(String(left.value) === String(right.value));
  if (left.kind === 'test' && right.kind === 'plain' && typeof right.value === 'boolean')
    return right.value ? left.test : opposite(left.test);
  if (isNull(left) && isNull(right)) return plainTest(true);
  if (left.kind === 'thing' && isNull(right)) return machine.testOf(left);
  return plainTest(null);
}

/** `x %in% values` */
export function isIn(left: Value, right: Value, site: Site, machine: Interpreter): Value {
  if (left.kind === 'items')
    return vectorOf(left.items.map((item) => isIn(item.value, right, site, machine)));
  const text = textOf(left);
  if (right.kind === 'thing' && text !== null)
    return testValue(right.thing.contains?.(text, machine, site) ?? plainTest(null));
  if (left.kind === 'thing') {
    const texts = knownTexts(right);
    return (texts === null ? null : left.thing.compare?.('is', texts, site)) ?? unknownCode(null, 'logical');
  }
  const values = knownValues(right);
  if (left.kind === 'subject') {
    const booleans = right.kind === 'plain' && typeof right.value === 'boolean' ? [right.value] : null;
    const all = booleans ?? values ?? allKnown(right);
    return all === null ? unknownCode(null, 'logical') : testValue(oneOf(left.draft, all));
  }
  if (left.kind === 'plain' && values !== null) return plain(values.map(String).includes(String(left.value)));
  return unknownCode(null, 'logical');
}

/** The values of a vector with truths among them: `c(TRUE, "yes")`. */
function allKnown(value: Value): (string | number | boolean)[] | null {
  if (value.kind !== 'items') return null;
  const known = value.items.flatMap((item) => (item.value.kind === 'plain' ? [item.value.value] : []));
  return known.length === value.items.length && known.length > 0 ? known : null;
}

/** `<` and its like. */
export function ordered(left: Value, right: Value, operator: string): Value {
  const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }[operator] ?? operator;
  const count = countOf(left, right, operator) ?? countOf(right, left, flipped);
  if (count !== null) return count;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) {
    for (const [each, other] of [
      [left, b],
      [right, a],
    ] as const)
      if (each.kind === 'subject' && other !== null) each.draft.become('numeric');
    return unknownCode(null, 'logical');
  }
  return plain(operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b);
}

/** `length(args) < 2` and its like; null if nothing is counted. */
function countOf(value: Value, other: Value, operator: string): Value | null {
  const number = numberOf(other);
  if (number === null || value.kind !== 'thing') return null;
  const lacking = countOfLacking(value, operator, number);
  if (lacking !== null) return lacking;
  const { thing } = value;
  if (thing.atLeast === undefined) return null;
  const test = countedTest({ ...thing, atLeast: thing.atLeast.bind(thing) }, number, operator);
  return test === null ? null : testValue(test);
}

function countedTest(
  { atLeast }: Required<Pick<Thing, 'atLeast'>>,
  number: number,
  operator: string,
): Test | null {
  const when = (whenTrue: Need[], whenFalse: Need[]): Test => {
    const [first] = [...whenTrue, ...whenFalse];
    return first === undefined ? plainTest(null) : countTest(first.about, whenTrue, whenFalse);
  };
  switch (operator) {
    case '<':
      return when([atLeast(number)], []);
    case '<=':
      return when([atLeast(number + 1)], []);
    case '>':
      return when([], [atLeast(number + 1)]);
    case '>=':
      return when([], [atLeast(number)]);
    case '==':
      // Too few are not equal, unless it compares with the fewest there can be.
      return number === 0 ? when([atLeast(1)], []) : when([], [atLeast(number)]);
    case '!=':
      return number === 0 ? when([], [atLeast(1)]) : when([atLeast(number)], []);
    default:
      return null;
  }
}

/** Whether all, or any, of several values hold. */
export function reduced(tests: readonly Test[], how: 'all' | 'any'): Test {
  const combine = how === 'all' ? both : either;
  return tests.reduce<Test>((left, right) => combine(left, right), plainTest(how === 'all'));
}
