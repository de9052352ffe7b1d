import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { formWith } from '@/components/input-form/state/form-state';
import { foldedKeys, withoutFolded } from './folded-inputs';

const optional = (count: number) =>
  Array.from({ length: count }, (_, at) => sampleInput(`o${at}`, { defaultAmbiguousInput: 'omit' }));

test('a form of twenty inputs folds none, and a longer one those that are optional and empty', () => {
  expect(foldedKeys(optional(20), formWith({}), null).size).toBe(0);
  const inputs = [sampleInput('needed', {}), ...optional(21), sampleInput('fixed', { locked: true })];
  const folded = foldedKeys(inputs, { ...formWith({ o3: 'x' }), errors: { o4: 'Too long' } }, 'o5');
  expect(folded.size).toBe(18);
  for (const key of ['needed', 'fixed', 'o3', 'o4', 'o5']) expect(folded.has(key), key).toBe(false);
});

test('an input that was filled in and emptied stays where it is', () => {
  const state = { ...formWith({}), changed: new Set(['o1']) };
  expect(foldedKeys(optional(30), state, null).has('o1')).toBe(false);
});

test('a heading stays above its group when its first input is folded', () => {
  const [first, second, third] = optional(3);
  if (first === undefined || second === undefined || third === undefined) return;
  const grouped = [{ ...first, groupHeader: 'Dates' }, second, { ...third, groupHeader: 'Money' }];
  expect(withoutFolded(grouped, new Set(['o0'])).map(({ key, groupHeader }) => [key, groupHeader])).toEqual([
    ['o1', 'Dates'],
    ['o2', 'Money'],
  ]);
  expect(withoutFolded(grouped, new Set(['o0', 'o1'])).map(({ groupHeader }) => groupHeader)).toEqual([
    'Money',
  ]);
});
