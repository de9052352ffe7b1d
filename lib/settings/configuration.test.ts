import { expect, it } from 'vitest';
import { type Configuration, type ConfigurationInput, differencesOf } from './configuration';

const configuration = (
  inputs: ConfigurationInput[],
  settings: Configuration['settings'] = {},
  headers: string[] = [],
): Configuration => ({ settings, headers, inputs });

const input = (key: string, changes: Partial<ConfigurationInput> = {}): ConfigurationInput => ({
  key,
  typeId: 'integer',
  ...changes,
});

it('inputs that were added, removed, or have another type differ as a whole', () => {
  const before = configuration([input('a'), input('gone')]);
  const after = configuration([input('a', { typeId: 'bigint' }), input('new')]);
  expect(differencesOf(before, after)).toEqual([
    { inputKey: 'gone', setting: 'input', before: 'integer', after: null },
    { inputKey: 'a', setting: 'type', before: 'integer', after: 'bigint' },
    { inputKey: 'new', setting: 'input', before: null, after: 'integer' },
  ]);
});

it('the order differs only where inputs of both changed places', () => {
  const [a, b, c] = [input('a', { order: 0 }), input('b', { order: 1 }), input('c', { order: 2 })];
  expect(differencesOf(configuration([a, b, c]), configuration([a, c]))).toHaveLength(1);
  expect(differencesOf(configuration([a, b]), configuration([b, a]))).toEqual([
    { inputKey: null, setting: 'input_order', before: ['a', 'b'], after: ['b', 'a'] },
  ]);
});

it('a setting that one side does not know yet is no difference', () => {
  const known = configuration([input('a', { note: 'x' })], { description: 'x' });
  expect(differencesOf(configuration([input('a')]), known)).toEqual([]);
});

it('headers differ by name, in any order', () => {
  expect(differencesOf(configuration([], {}, ['A', 'B']), configuration([], {}, ['B', 'A']))).toEqual([]);
  expect(differencesOf(configuration([], {}, ['A']), configuration([], {}, ['B']))).toEqual([
    { inputKey: null, setting: 'headers', before: ['A'], after: ['B'] },
  ]);
});
