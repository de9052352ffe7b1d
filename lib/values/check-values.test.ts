import { describe, expect, test } from 'vitest';
import type { Input, InputValues } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { checkValues } from './check-values';
import type { ValuesCaller } from './values-caller';

const runner: ValuesCaller = {
  variables: { user_id: 'u1', user_email: 'ada@example.com', user_name: null },
};
const engineer: ValuesCaller = { ...runner, mayOverrideHidden: true };

function input(key: string, typeName: string, settings: Partial<Input> = {}): Input {
  return {
    key,
    type: postgresInputTypeByName(typeName),
    defaultExpression: null,
    inputId: 1,
    templateInputId: 1,
    ...unconfigured,
    ...settings,
  };
}

function sent(inputs: Input[], values: InputValues, caller = runner) {
  const checked = checkValues(inputs, values, caller);
  return checked.ok ? checked.sent : { issues: checked.issues };
}

function issue(key: string, message: string) {
  return { issues: [{ key, message }] };
}

describe('empty values', () => {
  const meanings = [
    ['required', issue('a', 'Required')],
    ['explicitNull', { a: null }],
    ['emptyString', { a: '' }],
    ['omit', {}],
  ] as const;

  test.each(meanings)('an absent key and "" mean the same: %s', (defaultAmbiguousInput, expected) => {
    const inputs = [input('a', 'text', { defaultAmbiguousInput })];
    expect(sent(inputs, {})).toEqual(expected);
    expect(sent(inputs, { a: '' })).toEqual(expected);
  });

  test('an empty text is a value where it is one of the options, and nothing else is left out for it', () => {
    const type = openapiInputType('string', { options: ['', 'a'] });
    const choice = (settings: Partial<Input>) => [input('a', 'text', { type, ...settings })];
    for (const [defaultAmbiguousInput, empty] of meanings) {
      expect(sent(choice({ defaultAmbiguousInput }), { a: '' })).toEqual({ a: '' });
      expect(sent(choice({ defaultAmbiguousInput }), {})).toEqual(empty);
    }
    const hidden = choice({ hidden: true, defaultValue: '' });
    expect(sent(hidden, {})).toEqual({ a: '' });
    expect(sent(choice({ locked: true, defaultValue: 'a' }), { a: '' })).toMatchObject({
      issues: [{ key: 'a' }],
    });
  });

  test('explicit null, [] and {} are values, of required inputs too', () => {
    expect(sent([input('a', 'text')], { a: null })).toEqual({ a: null });
    expect(sent([input('a', 'text[]')], { a: [] })).toEqual({ a: [] });
    expect(sent([input('a', 'jsonb')], { a: {} })).toEqual({ a: {} });
  });

  test('a default that the form opens with is sent if nobody touched it, and any other is the hint of its source', () => {
    const hint = { defaultValue: 7, defaultAmbiguousInput: 'omit' } as const;
    const filledIn = [input('a', 'integer', { ...hint, useDefaultValue: true })];
    expect(sent(filledIn, {})).toEqual({ a: 7 });
    expect(sent(filledIn, { a: '' })).toEqual({});
    expect(sent([input('a', 'integer', hint)], {})).toEqual({});
    expect(checkValues(filledIn, {}, runner)).toMatchObject({ values: { a: 7 } });
  });
});

describe('issues', () => {
  test('all of them are told at once, unknown keys too', () => {
    const inputs = [input('a', 'integer'), input('b', 'text')];
    expect(sent(inputs, { a: 'x', zzz: 1 })).toEqual({
      issues: [
        {
          key: 'zzz',
          message: expect.stringMatching(/^This command has no input of this name\. Its inputs are /),
        },
        { key: 'a', message: 'Must be a whole number' },
        { key: 'b', message: 'Required' },
      ],
    });
  });

  test('S10 an unknown key is answered with the inputs that the caller sees', () => {
    const inputs = [
      input('a', 'integer'),
      input('b', 'text', { hidden: true, defaultAmbiguousInput: 'omit' }),
    ];
    const named = (keys: string) =>
      issue('zzz', `This command has no input of this name. Its inputs are ${keys}`);
    expect(sent(inputs, { a: 1, zzz: 1 })).toEqual(named('a'));
    expect(sent(inputs, { a: 1, zzz: 1 }, engineer)).toEqual(named('a, b'));
    expect(sent(inputs.slice(1), { zzz: 1 })).toEqual(issue('zzz', 'This command has no inputs'));
  });

  test('S51 keys named like members of objects are keys like any other', () => {
    const inputs = [input('__proto__', 'text'), input('constructor', 'text')];
    const values = JSON.parse('{"__proto__": "a", "constructor": "b"}');
    expect(JSON.stringify(sent(inputs, values))).toBe('{"__proto__":"a","constructor":"b"}');
    expect(sent(inputs, {})).toHaveProperty('issues.length', 2);
    expect(sent([], values)).toHaveProperty('issues.length', 2);
  });
});

describe('S19 values that are not the runner’s to choose', () => {
  test('S65 a hidden input is sent its default, and any value is refused, so that none can be guessed', () => {
    const inputs = [input('a', 'integer', { hidden: true, defaultValue: 7 })];
    expect(sent(inputs, {})).toEqual({ a: 7 });
    expect(sent(inputs, { a: '' })).toEqual({ a: 7 });
    const refusal = issue('a', 'Cannot be changed: its value is hidden and set by the command');
    expect(sent(inputs, { a: 7 })).toEqual(refusal);
    expect(sent(inputs, { a: '7' })).toEqual(refusal);
    expect(sent(inputs, { a: 8 })).toEqual(refusal);
    expect(sent(inputs, { a: null })).toEqual(refusal);
    expect(sent(inputs, { a: 'x' })).toEqual(refusal);
  });

  test('a hidden input without a default follows what empty means', () => {
    expect(sent([input('a', 'text', { hidden: true, defaultAmbiguousInput: 'omit' })], {})).toEqual({});
    expect(
      sent([input('a', 'text', { hidden: true, defaultAmbiguousInput: 'omit' })], { a: 'x' }),
    ).toHaveProperty('issues');
    expect(sent([input('a', 'text', { hidden: true })], {})).toEqual(issue('a', 'Required'));
  });

  test('an engineer may fill in a hidden input, and its default stands for an empty one', () => {
    const inputs = [input('a', 'integer', { hidden: true, defaultValue: 7 })];
    expect(sent(inputs, { a: 8 }, engineer)).toEqual({ a: 8 });
    expect(sent(inputs, {}, engineer)).toEqual({ a: 7 });
  });

  test('a locked input is sent its default, no matter who runs', () => {
    const inputs = [input('a', 'text[]', { locked: true, defaultValue: ['x', 'y'] })];
    for (const caller of [runner, engineer]) {
      expect(sent(inputs, {}, caller)).toEqual({ a: ['x', 'y'] });
      expect(sent(inputs, { a: ['x', 'y'] }, caller)).toEqual({ a: ['x', 'y'] });
      expect(sent(inputs, { a: ['y', 'x'] }, caller)).toEqual(
        issue('a', 'Cannot be changed: its value is locked by the command'),
      );
    }
  });

  test('S65 a locked input that is hidden as well is refused to runners, whatever is sent', () => {
    const inputs = [input('a', 'integer', { locked: true, hidden: true, defaultValue: 7 })];
    const refusal = issue('a', 'Cannot be changed: its value is locked by the command');
    expect(sent(inputs, { a: 7 })).toEqual(refusal);
    expect(sent(inputs, { a: 8 })).toEqual(refusal);
    expect(sent(inputs, { a: 7 }, engineer)).toEqual({ a: 7 });
  });

  test('a variable is the caller’s own, no matter who runs', () => {
    const inputs = [input('who', 'text', { variable: 'user_email' })];
    expect(sent(inputs, {})).toEqual({ who: 'ada@example.com' });
    expect(sent(inputs, { who: 'ada@example.com' })).toEqual({ who: 'ada@example.com' });
    expect(sent(inputs, { who: 'eve@example.com' }, engineer)).toEqual(
      issue('who', 'Cannot be changed: its value is your own email address'),
    );
  });

  test('a variable without a value refuses a required input, and follows what empty means otherwise', () => {
    expect(sent([input('who', 'text', { variable: 'user_name' })], {})).toEqual(
      issue('who', 'Takes your name, which is not known; log out and in again'),
    );
    const optional = [input('who', 'text', { variable: 'user_name', defaultAmbiguousInput: 'explicitNull' })];
    expect(sent(optional, {})).toEqual({ who: null });
    expect(sent(optional, { who: 'Eve' })).toHaveProperty('issues');
  });
});

describe('S19 an input with a dropdown', () => {
  const refused = issue('a', 'Choose one of its options');

  test.each([
    ['required', refused],
    ['explicitNull', { a: null }],
    ['emptyString', refused],
    ['omit', refused],
  ] as const)('takes null only where empty means that: %s', (defaultAmbiguousInput, expected) => {
    expect(sent([input('a', 'text', { dropdownId: 1, defaultAmbiguousInput })], { a: null })).toEqual(
      expected,
    );
    expect(sent([input('a', 'text', { defaultAmbiguousInput })], { a: null })).toEqual({ a: null });
  });

  test('takes a list of options, without null among them, and an empty one only where it may be empty', () => {
    const list = (defaultAmbiguousInput: Input['defaultAmbiguousInput']) => [
      input('a', 'text[]', { dropdownId: 1, defaultAmbiguousInput }),
    ];
    expect(sent(list('required'), { a: ['x'] })).toEqual({ a: ['x'] });
    expect(sent(list('required'), { a: ['x', null] })).toEqual(refused);
    expect(sent(list('required'), { a: [] })).toEqual(refused);
    expect(sent(list('omit'), { a: [] })).toEqual({ a: [] });
  });
});
