import { expect, test } from 'vitest';
import { tellApart } from './tell-apart';

const listed = (id: number, name: string, folderName: string | null = null, sourceName = 'Shop') => ({
  id,
  name,
  folderName,
  sourceName,
});
const apart = (...all: Parameters<typeof tellApart>[0]) => Object.fromEntries(tellApart(all));

test('a name that is theirs alone needs nothing', () => {
  expect(apart(listed(1, 'Refund'), listed(2, 'Cancel'))).toEqual({});
});

test.each([
  ['folders', [listed(1, 'Refund', 'EU'), listed(2, 'refund ', null)], { 1: 'EU', 2: 'No folder' }],
  ['sources', [listed(1, 'Refund', 'EU'), listed(2, 'Refund', 'EU', 'Staging')], { 1: 'Shop', 2: 'Staging' }],
  [
    'both',
    [listed(1, 'Refund', 'EU'), listed(2, 'Refund', 'US', 'Staging')],
    { 1: 'EU · Shop', 2: 'US · Staging' },
  ],
  ['nothing but their ids', [listed(1, 'Refund'), listed(2, 'Refund')], { 1: '#1', 2: '#2' }],
  [
    'their ids where the rest is equal',
    [listed(1, 'Refund', 'EU'), listed(2, 'Refund', 'EU'), listed(3, 'Refund', 'US')],
    { 1: 'EU · #1', 2: 'EU · #2', 3: 'US' },
  ],
])('equal names are told apart by %s', (_, all, details) => {
  expect(apart(...all)).toEqual(details);
});
