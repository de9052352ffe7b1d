import { expect, test } from 'vitest';
import { verdictOn } from './statements';

test('a statement deserves a look once it takes a minute, or as soon as it waits for a lock', () => {
  expect(verdictOn({ running: 0, blocked: 0, oldest: 0 }).state).toBe('success');
  expect(verdictOn({ running: 2, blocked: 0, oldest: 59 }).state).toBe('success');
  expect(verdictOn({ running: 2, blocked: 0, oldest: 60 })).toMatchObject({
    state: 'warning',
    message: '2 statements running, the longest for 1 m 0 s.',
  });
  expect(verdictOn({ running: 1, blocked: 1, oldest: 6 })).toMatchObject({
    state: 'warning',
    message: '1 statement running, the longest for 6 s. Waiting for a lock: 1.',
  });
});
