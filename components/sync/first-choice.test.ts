import { expect, test } from 'vitest';
import type { Diff, DiffRow } from './differences/use-diff';
import { firstChoice } from './first-choice';

const row = (cloudId: string, more: Partial<DiffRow> = {}) =>
  ({ cloudId, extension: null, unavailableReason: null, ...more }) as DiffRow;

const diff = (more: Partial<Diff>): Diff => ({
  added: [],
  alreadyAdded: [],
  modified: [],
  deleted: [],
  undeleted: [],
  ignored: [],
  error: [],
  ...more,
});

const chosen = (more: Partial<Diff>) => [...firstChoice(diff(more))];

test('the few things of a source without commands are chosen, but not what extensions brought or what cannot run', () => {
  const added = [
    row('one'),
    row('two'),
    row('of an extension', { extension: 'pg_trgm' }),
    row('unavailable', { unavailableReason: 'not allowed' }),
  ];
  expect(chosen({ added })).toEqual(['one', 'two']);
});

test('nothing is chosen of many things, or of a source that people know', () => {
  const added = [row('one')];
  expect(chosen({ added: Array.from({ length: 11 }, (_, index) => row(`${index}`)) })).toEqual([]);
  expect(chosen({ added, alreadyAdded: [row('known')] })).toEqual([]);
  expect(chosen({ added, ignored: [row('ignored')] })).toEqual([]);
});
