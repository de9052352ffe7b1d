import { expect, test } from 'vitest';
import { latestError } from './latest-error';

const untried = { error: null, submittedAt: 0 };
const failed = (submittedAt: number) => ({ error: new Error(`Tried at ${submittedAt}`), submittedAt });
const done = (submittedAt: number) => ({ error: null, submittedAt });

test('only the action that was tried last says why it failed', () => {
  expect(latestError(untried, untried)).toBeNull();
  expect(latestError(failed(1), untried)?.message).toBe('Tried at 1');
  expect(latestError(failed(1), failed(2))?.message).toBe('Tried at 2');
  expect(latestError(failed(2), failed(1), untried)?.message).toBe('Tried at 2');
});

test('a success hides the failure of another action before it', () => {
  expect(latestError(failed(1), done(2))).toBeNull();
});
