import { describe, expect, it } from 'vitest';
import type { Input, InputType } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { argumentsSchema, valuesOfArguments } from './command-arguments';

const text: InputType = {
  typeSystem: 'postgres',
  typeId: 'text',
  jsonType: 'string',
  component: 'b-input',
  inputType: 'text',
  constraints: {},
  options: null,
  element: null,
  properties: null,
};

let nextId = 1;
const input = (key: string, more: Partial<Input> = {}): Input => ({
  ...unconfigured,
  inputId: nextId++,
  templateInputId: 1,
  key,
  type: text,
  defaultExpression: null,
  ...more,
});

describe('the schema of a command’s arguments', () => {
  it('names properties so that every provider of models accepts them, each differently', () => {
    const keys = ['amount', 'path.orderId', '$1', '@from date', 'ключ', 'x'.repeat(80), '_from_date_4'];
    const names = Object.keys(argumentsSchema(keys.map((key) => input(key))).properties ?? {});
    expect(new Set(names).size).toBe(keys.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    expect(names.slice(0, 2)).toEqual(['amount', 'path.orderId']);
  });

  it('requires what the form requires, unless the form opens with a default', () => {
    const schema = argumentsSchema([
      input('a'),
      input('b', { defaultAmbiguousInput: 'omit' }),
      input('c', { defaultValue: 'x', useDefaultValue: true }),
    ]);
    expect(schema).toMatchObject({ required: ['a'], properties: { c: { default: 'x' } } });
  });

  it('S65 marks secrets, and holds no default of one', () => {
    const secret = { ...text, inputType: 'password' as const };
    const schema = argumentsSchema([
      input('key', { type: secret, defaultValue: 'x', useDefaultValue: true }),
    ]);
    expect(schema).not.toHaveProperty('required');
    expect(schema).toMatchObject({ properties: { key: { writeOnly: true } } });
    expect(JSON.stringify(schema)).not.toContain('"default"');
  });
});

describe('the values of arguments', () => {
  const inputs = [input('$1'), input('b', { defaultValue: 'x', useDefaultValue: true }), input('c')];

  it('are by the keys of inputs', () => {
    const [first = ''] = Object.keys(argumentsSchema(inputs).properties ?? {});
    expect(valuesOfArguments(inputs, { [first]: 'y', b: '' })).toEqual({ $1: 'y', b: '' });
  });

  it('keep names that are no argument, to be reported', () => {
    expect(valuesOfArguments(inputs, { other: 1 })).toMatchObject({ other: 1 });
    expect(Object.keys(valuesOfArguments(inputs, JSON.parse('{"__proto__": 1}')))).toContain('__proto__');
  });
});
