import { expect, test } from 'vitest';
import { type CommitProgress, renamed } from './use-commit';

test('a command that is renamed while the rest is still being added does not end that', () => {
  const progress: CommitProgress = {
    rows: [],
    isGoing: true,
    byCloudId: new Map([
      ['a', { state: 'success', commands: [{ commandId: 1, name: 'refund' }] }],
      ['b', { state: 'waiting' }],
    ]),
  };
  const after = renamed(progress, 'a', { commandId: 1, name: 'Refund an order' });
  expect(after.isGoing).toBe(true);
  expect(after.byCloudId.get('a')).toEqual({
    state: 'success',
    commands: [{ commandId: 1, name: 'Refund an order' }],
  });
  expect(after.byCloudId.get('b')).toEqual({ state: 'waiting' });
  expect(renamed(progress, 'b', { commandId: 2, name: 'x' })).toBe(progress);
});
