import { expect, test } from 'vitest';
import { steadyOrder } from './steady-order';

const ordered = (shown: number[], ids: number[]) =>
  steadyOrder(
    shown,
    ids.map((approvalId) => ({ approvalId })),
  ).map(({ approvalId }) => approvalId);

test('the newest come first, and those that arrive while others are shown come last', () => {
  expect(ordered([], [3, 9, 5])).toEqual([9, 5, 3]);
  expect(ordered([9, 5, 3], [12, 9, 3, 11])).toEqual([9, 3, 12, 11]);
});
