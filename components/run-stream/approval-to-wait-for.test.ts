import { expect, test } from 'vitest';
import { wayToEnd } from './approval-to-wait-for';

test('only its asker withdraws a run that waits for approval; anyone cancels one that does not', () => {
  expect(wayToEnd('starting', null)).toBe('Cancel');
  expect(wayToEnd('starting', { mayView: true, mayAnswer: false })).toBe('Withdraw');
  expect(wayToEnd('starting', { mayView: true, mayAnswer: true })).toBeNull();
  expect(wayToEnd('starting', { mayView: false, mayAnswer: false })).toBeNull();
  expect(wayToEnd('failed', null)).toBeNull();
});
