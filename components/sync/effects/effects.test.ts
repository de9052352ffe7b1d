import { expect, test } from 'vitest';
import type { DiffRow } from '../differences/use-diff';
import { effectOf, unsaid } from './effects';

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
});
