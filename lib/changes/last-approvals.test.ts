import { expect, it } from 'vitest';
import { lastApprovalsOf } from './last-approvals';

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ commandId: index, name: `Pay ${index + 1}` }));

it('says which commands nobody else could approve', () => {
  expect(lastApprovalsOf([])).toEqual([]);
  expect(lastApprovalsOf(named(1))).toEqual([
    'One command has no other approver than you then, so you can no longer run it yourself: Pay 1.',
  ]);
  expect(lastApprovalsOf(named(2))).toEqual([
    '2 commands have no other approver than you then, so you can no longer run them yourself: Pay 1, Pay 2.',
  ]);
  expect(lastApprovalsOf(named(9))[0]).toMatch(/: Pay 1, Pay 2, Pay 3, Pay 4, Pay 5, and 4 more\.$/);
});
