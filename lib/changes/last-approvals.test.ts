import { expect, it } from 'vitest';
import { approvalOfNext, lastApprovalsOf } from './last-approvals';

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    commandId: index,
    name: `Pay ${index + 1}`,
    approverNames: ['Jonas Okafor'],
    waitingCount: 0,
  }));

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

it('names the requests of the reader that nobody could answer', () => {
  const [one, two] = named(2).map((each) => ({ ...each, waitingCount: 1 }));
  if (one === undefined || two === undefined) throw new Error('Too few commands');
  expect(lastApprovalsOf([one, ...named(1)])[1]).toBe(
    'Your own request for approval, which is waiting, can’t be answered by anyone then: Pay 1.',
  );
  expect(lastApprovalsOf([one, two])[1]).toBe(
    '2 of your own requests for approval, which are waiting, can’t be answered by anyone then: Pay 1, Pay 2.',
  );
});

it('says who has to approve another engineer, and until when', () => {
  expect(approvalOfNext(named(2))).toBe(
    'You can share it right after this change. Before it, Jonas Okafor must approve the sharing.',
  );
});
