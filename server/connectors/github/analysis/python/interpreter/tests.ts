import type { Site, Term } from '../../values/draft';
import type { Expression } from '../syntax/ast';
import type { Draft } from '../values/draft';
import { jsonOf, numberOf, opposite, plainTest, textOf } from '../values/make';
import type { Interpreter, Need, Scope, Test, Value } from '../values/value';

/** What an expression tells as a test. */
export function testOfExpression(expression: Expression, scope: Scope, machine: Interpreter): Test {
  switch (expression.kind) {
    case 'not':
      return opposite(machine.test(expression.operand, scope));
    case 'boolean': {
      const isOr = expression.operator === 'or';
      const left = machine.test(expression.left, scope);
      if (left.truth === isOr) return left;
      const terms = isOr ? left.terms.whenFalse : left.terms.whenTrue;
      const right = machine.inCase(left.truth === null ? terms : [], () =>
        machine.test(expression.right, scope),
      );
      return isOr ? anyOf(left, right) : opposite(anyOf(opposite(left), opposite(right)));
    }
    case 'comparison':
      return comparison(expression, scope, machine);
    case 'call':
      return allOrAny(expression, scope, machine) ?? machine.testOf(machine.evaluate(expression, scope));
    default:
      return machine.testOf(machine.evaluate(expression, scope));
  }
}

/** `left or right`. */
function anyOf(left: Test, right: Test): Test {
  const truth =
    left.truth === true || right.truth === true
      ? true
      : left.truth === false && right.truth === false
        ? false
        : null;
  const { whenFalse: a } = left.terms;
  const { whenFalse: b } = right.terms;
  // For both to be false, each must be; it is enough that one of them is, if the other is known to be.
  const missingFalse =
    left.truth === false
      ? right.missing.whenFalse
      : right.truth === false
        ? left.missing.whenFalse
        : sharedNeeds(left.missing.whenFalse, right.missing.whenFalse);
  return {
    truth,
    missing: { whenTrue: [...left.missing.whenTrue, ...right.missing.whenTrue], whenFalse: missingFalse },
    terms: {
      whenTrue:
        left.truth === false ? right.terms.whenTrue : right.truth === false ? left.terms.whenTrue : null,
      whenFalse:
        a === null || b === null
          ? left.truth === false
            ? b
            : right.truth === false
              ? a
              : null
          : [...a, ...b],
    },
    choices: null,
    of: null,
  };
}

/** The needs that both have: the smaller one where they ask for different numbers. */
const sharedNeeds = (left: readonly Need[], right: readonly Need[]): Need[] =>
  left.flatMap((need) => {
    const other = right.find(({ about }) => about === need.about);
    return other === undefined ? [] : [other.least < need.least ? other : need];
  });

/** `all([a, b])` and `any([a, b])`. */
function allOrAny(
  expression: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
  machine: Interpreter,
): Test | null {
  const { callee, args } = expression;
  if (
    callee.kind !== 'name' ||
    (callee.name !== 'all' && callee.name !== 'any') ||
    scope.get(callee.name) !== undefined
  )
    return null;
  const [first] = args;
  if (first === undefined) return null;
  const value = machine.evaluate(first.value, scope);
  const elements = machine.elements(value, { path: scope.module.path, line: expression.line });
  if (elements === null || elements.length > 50) return null;
  const tests = elements.map((element) => machine.testOf(element));
  const isAny = callee.name === 'any';
  return tests.reduce<Test>(
    (all, test) => (isAny ? anyOf(all, test) : opposite(anyOf(opposite(all), opposite(test)))),
    plainTest(!isAny),
  );
}

function comparison(
  expression: Extract<Expression, { kind: 'comparison' }>,
  scope: Scope,
  machine: Interpreter,
): Test {
  const left = machine.evaluate(expression.left, scope);
  const right = machine.evaluate(expression.right, scope);
  const site = { path: scope.module.path, line: expression.line };
  switch (expression.operator) {
    case '==':
    case 'is':
      return isSame(left, right);
    case '!=':
    case 'is not':
    case '<>':
      return opposite(isSame(left, right));
    case 'in':
      return isIn(left, right, machine, site);
    case 'not in':
      return opposite(isIn(left, right, machine, site));
    default:
      return inOrder(expression.operator, left, right);
  }
}

/** What a thing knows of the texts that it is compared with; null if it knows nothing. */
function matchTest(left: Value, texts: readonly (string | null)[]): Test | null {
  if (left.kind !== 'thing' || left.thing.matches === undefined) return null;
  return plainTest(left.thing.matches(texts.filter((text) => text !== null)));
}

function isSame(left: Value, right: Value): Test {
  const matched = matchTest(left, [textOf(right)]);
  if (matched !== null) return matched;
  if (
    left.kind === 'thing' &&
    left.thing.test !== undefined &&
    right.kind === 'plain' &&
    right.value === null
  )
    return plainTest(null);
  const subject = left.kind === 'subject' ? left : right.kind === 'subject' ? right : null;
  const other = subject === left ? right : left;
  if (subject !== null) {
    const literal = jsonOf(other);
    return literal === undefined || Array.isArray(literal) ? plainTest(null) : sameAs(subject.draft, literal);
  }
  const count = countTest('==', left, right);
  if (count !== null) return count;
  const [a, b] = [jsonOf(left), jsonOf(right)];
  if (a === undefined || b === undefined) {
    const isNothing = a === null || b === null;
    const known = a === undefined ? left.kind : right.kind;
    // A thing, a function or a class is not None.
    return plainTest(isNothing && known !== 'unknown' && known !== 'library' ? false : null);
  }
  return plainTest(JSON.stringify(a) === JSON.stringify(b));
}

/** `input == literal` */
function sameAs(draft: Draft, literal: string | number | boolean | null | object): Test {
  if (literal === null || literal === '') {
    const whenTrue: Term<Draft>[] = [{ draft, test: 'is_empty', values: [] }];
    const whenFalse: Term<Draft>[] = [{ draft, test: 'is_filled', values: [] }];
    return {
      ...plainTest(null),
      missing: { whenTrue: [draft], whenFalse: [] },
      terms: { whenTrue, whenFalse },
    };
  }
  if (typeof literal === 'object') return plainTest(null);
  if (typeof literal === 'string') draft.compared.add(literal);
  return {
    ...plainTest(null),
    missing: { whenTrue: [], whenFalse: [draft] },
    terms: termsOf(draft, [literal]),
    of: draft,
  };
}

const termsOf = (draft: Draft, values: (string | number | boolean)[]): Test['terms'] => ({
  whenTrue: [{ draft, test: 'is', values }],
  whenFalse: [{ draft, test: 'is_not', values }],
});

function isIn(left: Value, right: Value, machine: Interpreter, site: Site): Test {
  if (right.kind === 'thing') {
    const found = right.thing.contains?.(left, machine, site);
    return found === null || found === undefined ? plainTest(null) : machine.testOf(found);
  }
  const options = right.kind === 'plain' ? null : machine.elements(right, site);
  const values = options?.map((option) => jsonOf(option)) ?? null;
  const matched = matchTest(left, options?.map((option) => textOf(option)) ?? []);
  if (matched !== null) return matched;
  if (left.kind === 'subject') {
    const { draft } = left;
    const closed = values?.filter((value) => typeof value === 'string' || typeof value === 'number') ?? [];
    if (values === null || closed.length === 0 || closed.length !== values.length) return plainTest(null);
    for (const value of closed) draft.compared.add(String(value));
    return {
      ...plainTest(null),
      missing: { whenTrue: [], whenFalse: [draft] },
      terms: termsOf(draft, closed),
      choices: { draft, values: closed, isWhen: true },
      of: draft,
    };
  }
  const literal = jsonOf(left);
  const text = textOf(right);
  if (typeof literal === 'string' && text !== null) return plainTest(text.includes(literal));
  if (literal === undefined || values === null || values.includes(undefined)) return plainTest(null);
  const wanted = JSON.stringify(literal);
  const isThere = values.some((value) => JSON.stringify(value) === wanted);
  // What is put into a dictionary, or only in some cases into a list, isn't followed everywhere.
  const isOpen = right.kind === 'dict' || (right.kind === 'items' && right.isOpen === true);
  return plainTest(isThere ? true : isOpen ? null : false);
}

function inOrder(operator: string, left: Value, right: Value): Test {
  const count = countTest(operator, left, right);
  if (count !== null) return count;
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return plainTest(null);
  return plainTest(
    operator === '<'
      ? a < b
      : operator === '<='
        ? a <= b
        : operator === '>'
          ? a > b
          : operator === '>='
            ? a >= b
            : null,
  );
}

/** `len(sys.argv) < 3` and its like. */
function countTest(operator: string, left: Value, right: Value): Test | null {
  const number = numberOf(right);
  if (left.kind !== 'thing' || left.thing.atLeast === undefined || number === null) return null;
  const atLeast = left.thing.atLeast.bind(left.thing);
  const none: Test = plainTest(null);
  const when = (whenTrue: Need[], whenFalse: Need[]): Test => ({ ...none, missing: { whenTrue, whenFalse } });
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
      return when(number <= 1 ? [atLeast(number + 1)] : [], [atLeast(number)]);
    default:
      return none;
  }
}

/** What a value tells as a test. */
export function testOfValue(value: Value): Test {
  switch (value.kind) {
    case 'test':
      return value.test;
    case 'plain':
      return plainTest(Boolean(value.value));
    case 'items':
      return plainTest(value.isOpen === true ? null : value.items.length > 0);
    case 'dict':
      // Entries come and go in ways that aren't followed.
      return plainTest(null);
    case 'subject': {
      const { draft } = value;
      const isSwitch = draft.typeId === 'bool';
      return {
        ...plainTest(null),
        missing: { whenTrue: [], whenFalse: [draft] },
        terms: isSwitch
          ? termsOf(draft, [true])
          : {
              whenTrue: [{ draft, test: 'is_filled', values: [] }],
              whenFalse: [{ draft, test: 'is_empty', values: [] }],
            },
      };
    }
    case 'thing':
      return value.thing.test?.() ?? plainTest(null);
    case 'function':
    case 'class':
    case 'module':
    case 'member':
    case 'typed':
      return plainTest(true);
    default:
      return plainTest(null);
  }
}
