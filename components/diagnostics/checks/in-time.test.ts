import { afterEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time';

afterEach(() => vi.useRealTimers());

test('a check that gets no response in time says so', async () => {
  vi.useFakeTimers();
  const never = (limited: AbortSignal) =>
    new Promise((_, reject) => limited.addEventListener('abort', () => reject(limited.reason)));
  const told = inTime(new AbortController().signal, never).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(35_000);
  expect(await told).toMatchObject({
    code: 'timed_out',
    message: 'The server did not answer within 35 seconds.',
  });
});
