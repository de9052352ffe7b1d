import { expect, test } from 'vitest';
import type { TemplateInput } from '@/lib/inputs/input';
import { postgresInputType } from '@/lib/type-systems/postgres/postgres-types';
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

const changesOf = (after: Partial<Declared>, before: Partial<Declared> = {}) =>
  compareTemplate(declared(before), declared(after)).map(({ key, change, before: was, after: is }) => [
    key,
    change,
    was,
    is,
  ]);

test('equal templates have no changes, whatever the order of their keys', () => {
  expect(changesOf({ executable: { arguments: [], returns: 'scalar', name: 'f' } })).toEqual([]);
});

test('an expression differs from a literal with the same text', () => {
  expect(
    changesOf(
      { inputs: [input('a', { defaultExpression: 'now()' })] },
      { inputs: [input('a', { defaultValue: 'now()' })] },
    ),
  ).toEqual([['a', 'default', 'now()', { expression: 'now()' }]]);
});

test("reordered inputs are one change, and new inputs don't count as reordering", () => {
  expect(changesOf({ inputs: [input('b'), input('a')] })).toEqual([[null, 'order', ['a', 'b'], ['b', 'a']]]);
  expect(changesOf({ inputs: [input('x'), input('a'), input('b')] }).map(([, change]) => change)).toEqual([
    'added',
  ]);
});

test('a change of a type’s limits is reported even if its name is the same', () => {
  const type = postgresInputType({ kind: 'base', name: 'integer' });
  const narrow = { ...type, constraints: { ...type.constraints, maximum: 9 } };
  const [change] = changesOf({ inputs: [input('a', { type: narrow }), input('b')] });
  expect(change?.slice(0, 2)).toEqual(['a', 'type']);
  expect(change?.[3]).toContain('"maximum":9');
});

test('a changed call names the plain part that changed, or only that the call changed', () => {
  const returns = { name: 'f', returns: 'table', arguments: [] };
  expect(changesOf({ executable: returns })).toEqual([
    [null, 'call', { returns: 'scalar' }, { returns: 'table' }],
  ]);
  expect(changesOf({ executable: { name: 'f', returns: 'scalar', arguments: [1] } })).toEqual([
    [null, 'call', {}, {}],
  ]);
});

test('S53 a default of a password is never in a diff', () => {
  const type = { ...postgresInputType({ kind: 'base', name: 'text' }), inputType: 'password' as const };
  const changes = changesOf(
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
