import { describe, expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { postgresNumber } from '@/lib/type-systems/postgres/postgres-numbers';
import { schemaOfType } from './json-schema';

const type = (more: Partial<InputType>): InputType => ({
  typeSystem: 'postgres',
  typeId: 'x',
  jsonType: 'string',
  component: 'b-input',
  inputType: 'text',
  constraints: {},
  options: null,
  element: null,
  properties: null,
  ...more,
});

const number = (name: string, modifiers: string | null = null) =>
  schemaOfType(type({ jsonType: 'number', constraints: postgresNumber(name, modifiers) ?? {} }));

describe('the JSON Schema of a type', () => {
  it('has the bounds of numbers that JSON holds exactly', () => {
    expect(number('smallint')).toEqual({ type: 'integer', minimum: -32768, maximum: 32767 });
    expect(number('double precision')).toEqual({ type: 'number' });
  });

  it('takes text for numbers whose digits JSON would lose', () => {
    expect(number('bigint')).toMatchObject({ type: ['integer', 'string'] });
    expect(number('numeric')).toMatchObject({ type: ['number', 'string'] });
  });

  it('lists options, limits texts, and describes lists and objects', () => {
    expect(schemaOfType(type({ options: ['a', 'b'] }))).toEqual({ enum: ['a', 'b'] });
    expect(schemaOfType(type({ constraints: { maxLength: 3 } }))).toEqual({ type: 'string', maxLength: 3 });
    expect(schemaOfType(type({ jsonType: 'array', element: type({ jsonType: 'boolean' }) }))).toEqual({
      type: 'array',
      items: { type: 'boolean' },
    });
    const point = type({
      jsonType: 'object',
      component: 'json',
      properties: [{ key: 'x', type: type({}) }],
      requiredKeys: ['x'],
    });
    expect(schemaOfType(point)).toEqual({
      type: 'object',
      properties: { x: { type: 'string' } },
      required: ['x'],
      additionalProperties: false,
    });
  });

  it('says nothing of types that take any JSON, nor of what is nested too deeply', () => {
    expect(schemaOfType(type({ jsonType: 'object', component: 'json' }))).toEqual({});
    let deep = type({});
    for (let level = 0; level < 50; level += 1) deep = type({ jsonType: 'array', element: deep });
    expect(JSON.stringify(schemaOfType(deep)).length).toBeLessThan(300);
  });
});
