import { expect, test } from 'vitest';
import type { TemplateInput } from '@/lib/inputs/input';
import { postgresInputType } from '@/lib/type-systems/postgres-types';
import { compareTemplate, type Declared } from './compare-template';

const input = (key: string, changes: Partial<TemplateInput> = {}): TemplateInput => ({
  key,
  type: postgresInputType({ kind: 'base', name: 'integer' }),
  defaultValue: null,
  defaultExpression: null,
  defaultAmbiguousInput: 'required',
  description: null,
  ...changes,
});

const declared = (changes: Partial<Declared> = {}): Declared => ({
  cloudId: 'id',
  cloudName: 'shop.f(integer)',
  description: null,
  executable: { name: 'f', returns: 'scalar', arguments: [] },
  inputs: [input('a'), input('b')],
  ...changes,
});

const told = (after: Partial<Declared>, before: Partial<Declared> = {}) =>
  compareTemplate(declared(before), declared(after)).map(({ key, change, before: was, after: is }) => [
    key,
    change,
    was,
    is,
  ]);

test('what is the same tells nothing, in whatever order a database gave its keys', () => {
  expect(told({ executable: { arguments: [], returns: 'scalar', name: 'f' } })).toEqual([]);
});

test('an expression and a literal that are written alike are told apart', () => {
  expect(
    told(
      { inputs: [input('a', { defaultExpression: 'now()' })] },
      { inputs: [input('a', { defaultValue: 'now()' })] },
    ),
  ).toEqual([['a', 'default', 'now()', { expression: 'now()' }]]);
});

test('another order of the same inputs is one change, and what is new moves nothing', () => {
  expect(told({ inputs: [input('b'), input('a')] })).toEqual([[null, 'order', ['a', 'b'], ['b', 'a']]]);
  expect(told({ inputs: [input('x'), input('a'), input('b')] }).map(([, change]) => change)).toEqual([
    'added',
  ]);
});

test('limits of a type that has the same name are told', () => {
  const type = postgresInputType({ kind: 'base', name: 'integer' });
  const narrow = { ...type, constraints: { ...type.constraints, maximum: 9 } };
  const [change] = told({ inputs: [input('a', { type: narrow }), input('b')] });
  expect(change?.slice(0, 2)).toEqual(['a', 'type']);
  expect(change?.[3]).toContain('"maximum":9');
});

test('what is called otherwise says in which plain part, or that it is', () => {
  const returns = { name: 'f', returns: 'table', arguments: [] };
  expect(told({ executable: returns })).toEqual([
    [null, 'call', { returns: 'scalar' }, { returns: 'table' }],
  ]);
  expect(told({ executable: { name: 'f', returns: 'scalar', arguments: [1] } })).toEqual([
    [null, 'call', {}, {}],
  ]);
});

test('S53 a default of a password is never in a diff', () => {
  const type = { ...postgresInputType({ kind: 'base', name: 'text' }), inputType: 'password' as const };
  const changes = told(
    {
      inputs: [
        input('a', { type, defaultValue: 'canary-new' }),
        input('n', { type, defaultValue: 'canary-n' }),
      ],
    },
    { inputs: [input('a', { type, defaultValue: 'canary-old' })] },
  );
  expect(changes.map(([, change]) => change)).toEqual(['added']);
  expect(JSON.stringify(changes)).not.toContain('canary');
});
