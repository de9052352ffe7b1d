import { reduced } from '../interpreter/comparisons';
import { sizeOf } from '../interpreter/lacking';
import type { Draft } from '../values/draft';
import {
  native,
  nothing,
  plain,
  testValue,
  textOf,
  typeOf,
  unknown,
  unknownCode,
  vectorOf,
} from '../values/make';
import { missingTest, opposite, plainTest, switchedOn } from '../values/tests';
import type { Call, Interpreter, Native, Test, Value } from '../values/value';

/** A question about each element of a vector. */
const each = (ask: (value: Value, machine: Interpreter) => Test) =>
  native('x ...', (call, machine) => {
    const value = call.value('x') ?? nothing;
    if (value.kind === 'ended') return value;
    return value.kind === 'items'
      ? vectorOf(value.items.map((item) => testValue(ask(item.value, machine))))
      : testValue(ask(value, machine));
  });

/** A question about a value as a whole. */
const whole = (ask: (value: Value, machine: Interpreter) => Test) =>
  native('x ...', (call, machine) => {
    const value = call.value('x') ?? nothing;
    return value.kind === 'ended' ? value : testValue(ask(value, machine));
  });

function isMissing(value: Value): Test {
  switch (value.kind) {
    case 'subject':
      return missingTest(value.draft);
    case 'thing':
      return value.thing.isEmpty?.() ?? plainTest(null);
    case 'null':
    case 'na':
      return plainTest(true);
    case 'plain':
      return plainTest(value.value === '');
    case 'test':
      return value.test.of === null ? plainTest(null) : missingTest(value.test.of);
    case 'items':
      return plainTest(value.isOpen ? null : value.items.length === 0);
    default:
      return plainTest(null);
  }
}

const isNullTest = (value: Value): Test => {
  if (value.kind === 'plain' || value.kind === 'na' || value.kind === 'items' || value.kind === 'function')
    return plainTest(
      value.kind === 'items' && value.items.length === 0 && !value.isOpen ? !value.isList : false,
    );
  if (value.kind === 'library') return plainTest(false);
  return isMissing(value);
};

const isNaTest = (value: Value): Test => (value.kind === 'plain' ? plainTest(false) : isMissing(value));

/** `isTRUE(x)`: what isn't there is not true. */
function isTrueTest(value: Value, machine: Interpreter): Test {
  if (value.kind === 'subject') value.draft.isTested = true;
  if (value.kind === 'null' || value.kind === 'na') return plainTest(false);
  return value.kind === 'subject' ? switchedOn(value.draft) : machine.testOf(value);
}

/** `is.numeric(x)` and its like tell the type of a parameter. */
const typed = (typeId: string | null, kinds: readonly string[]) =>
  whole((value) => {
    if (value.kind === 'subject') {
      if (typeId !== null) value.draft.become(typeId);
      return plainTest(null);
    }
    const type = typeOf(value);
    return plainTest(value.kind === 'null' ? false : type === null ? null : kinds.includes(type));
  });

const length = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  switch (value.kind) {
    case 'items':
      return value.isOpen ? unknown : plain(value.items.length, 'integer');
    case 'null':
      return plain(0, 'integer');
    case 'plain':
    case 'na':
      return plain(1, 'integer');
    case 'subject':
      return value.part === 'element' ? plain(1) : sizeOf(testedNeed(value.draft));
    case 'thing':
      return value.thing.length?.() ?? unknown;
    case 'test':
      // The places of a word among those of the command line.
      return value.test.word === null ? plain(1) : sizeOf(testedNeed(value.test.word.draft));
    default:
      return unknownCode(call.code);
  }
});

function testedNeed(draft: Draft): Draft {
  draft.isTested = true;
  return draft;
}

const characters = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind === 'subject') return sizeOf(testedNeed(value.draft));
  const text = textOf(value);
  return text === null ? unknown : plain(text.length, 'integer');
});

const reducing = (how: 'all' | 'any') =>
  native('...', (call, machine) =>
    testValue(
      reduced(
        call.rest
          .filter(({ name }) => name !== 'na.rm')
          .flatMap(({ value }) => {
            const one = value();
            return one.kind === 'items'
              ? one.items.map((item) => machine.testOf(item.value))
              : [machine.testOf(one)];
          }),
        how,
      ),
    ),
  );

const exists = native('x ...', (call: Call, machine: Interpreter) => {
  const name = textOf(call.value('x'));
  if (name === null) return unknown;
  return plain(machine.lookup(name, call.scope) !== undefined);
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const questionCalls: ReadonlyMap<string, Native> = new Map([
  ['is.null', whole(isNullTest)],
  ...names('is_null is_empty rlang::is_empty', whole(isMissing)),
  ...names('is.na is_na', each(isNaTest)),
  ...names(
    'nzchar isTruthy',
    each((value) => opposite(isMissing(value))),
  ),
  ['isTRUE', whole(isTrueTest)],
  ['is_true', whole(isTrueTest)],
  ...names(
    'isFALSE',
    whole((value, machine) => opposite(isTrueTest(value, machine))),
  ),
  ...names('is.numeric is.double', typed('numeric', ['numeric', 'integer'])),
  ...names('is.integer', typed('integer', ['integer'])),
  ...names('is.character is_string is.string', typed('character', ['character'])),
  ...names('is.logical is.flag is_bool', typed('logical', ['logical'])),
  ...names('is.Date', typed('Date', ['Date'])),
  ...names(
    'is.function is.list is.data.frame inherits is.environment is.factor is.vector',
    native('...', () => unknown),
  ),
  ['length', length],
  ['nchar', characters],
  ['str_length', characters],
  ['all', reducing('all')],
  ['any', reducing('any')],
  ['exists', exists],
  ['not', each((value, machine) => opposite(machine.testOf(value)))],
]);
