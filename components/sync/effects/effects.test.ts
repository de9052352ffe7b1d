import { expect, test } from 'vitest';
import type { DiffRow } from '../differences/use-diff';
import { effectOf, missingWords, undeclared, unsaid } from './effects';

const row = (cloudId: string, warningTag: DiffRow['warningTag']) => ({ cloudId, warningTag }) as DiffRow;

test('what people said counts more than what the source declares', () => {
  expect(effectOf(row('a', 'creates_data'), new Map())).toBe('creates_data');
  expect(effectOf(row('a', 'creates_data'), new Map([['a', 'safe']]))).toBe('safe');
  expect(effectOf(row('a', null), new Map())).toBeNull();
});

test('only additions without an answer are asked about', () => {
  const picked = [
    { row: row('undeclared', null), commitType: 'addition' as const },
    { row: row('declared', 'safe'), commitType: 'addition' as const },
    { row: row('said', null), commitType: 'addition' as const },
    { row: row('deleted', null), commitType: 'deletion' as const },
  ];
  const asked = unsaid(picked, new Map([['said', 'updates_data']]));
  expect(asked.map((each) => each.row.cloudId)).toEqual(['undeclared']);
  expect(undeclared(picked).map((each) => each.row.cloudId)).toEqual(['undeclared', 'said']);
});

test.each([
  [1, 1, 'Choose what it does to data'],
  [3, 3, 'Choose what these 3 do to data'],
  [3, 5, 'Choose what 3 of them do to data'],
  [1, 5, 'Choose what 1 of them does to data'],
])('%i unanswered of %i: %s', (missing, added, words) => {
  expect(missingWords(missing, added)).toBe(words);
});
