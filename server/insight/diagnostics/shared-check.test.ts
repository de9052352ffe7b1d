import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetProcessWide } from '@/server/base/process-wide';
import { inCheckTime, shared } from './shared-check';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  forgetProcessWide();
});

const silence = () => new Promise<never>(() => {});

test('what takes longer than 30 seconds fails then, and not before', async () => {
  let outcome = 'waiting';
  const ended = inCheckTime(silence()).catch((error: Error) => {
    outcome = error.message;
  });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  await ended;
  expect(outcome).toBe('No response arrived within 30 seconds.');
});

test('many who ask at once, or shortly after each other, cost one check', async () => {
  const find = vi.fn(async () => 'found');
  await Promise.all(Array.from({ length: 100 }, () => shared('a', 5000, find)));
  await vi.advanceTimersByTimeAsync(4999);
  expect(await shared('a', 5000, find)).toBe('found');
  expect(find).toHaveBeenCalledTimes(1);
  await shared('b', 5000, find);
  expect(find).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  await shared('a', 5000, find);
  expect(find).toHaveBeenCalledTimes(3);
});

test('what never responds is asked once, however often people try again', async () => {
  const find = vi.fn(silence);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const tried = inCheckTime(shared('silent', 5000, find)).catch(() => 'late');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await tried).toBe('late');
  }
  expect(find).toHaveBeenCalledTimes(1);
});

test('a failure is kept as long as a success, and no longer', async () => {
  const find = vi.fn(async () => {
    throw new Error('refused');
  });
  await expect(shared('down', 5000, find)).rejects.toThrow('refused');
  await expect(shared('down', 5000, find)).rejects.toThrow('refused');
  expect(find).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  await expect(shared('down', 5000, find)).rejects.toThrow('refused');
  expect(find).toHaveBeenCalledTimes(2);
});
