import { expect, test } from 'vitest';
import { inTurn } from './compare-places';

/** Begins a comparison that goes on until it is ended. */
function begin(orgId: string, userId: string, signal = new AbortController().signal) {
  const comparison = { isBegun: false, end: () => {} };
  const ended = inTurn(
    { orgId, userId, signal },
    () =>
      new Promise<void>((resolve) => {
        comparison.isBegun = true;
        comparison.end = resolve;
      }),
  );
  return { comparison, ended };
}

/** Resolves once everything that can happen now has happened. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S80 a person compares two sources at a time in all of their organizations, and others need not wait', async () => {
  const eves = ['a', 'b', 'c'].map((orgId) => begin(orgId, 'eve'));
  const ana = begin('d', 'ana');
  await settle();
  expect([...eves, ana].map(({ comparison }) => comparison.isBegun)).toEqual([true, true, false, true]);
  eves[0]?.comparison.end();
  await eves[0]?.ended;
  await settle();
  expect(eves[2]?.comparison.isBegun).toBe(true);
  for (const { comparison } of [...eves, ana]) comparison.end();
  await Promise.all([...eves, ana].map(({ ended }) => ended));
});

test('S80 a comparison whose caller leaves, or that fails, keeps no place', async () => {
  const caller = new AbortController();
  const first = begin('a', 'mallory');
  const second = begin('b', 'mallory');
  const left = begin('c', 'mallory', caller.signal);
  await settle();
  caller.abort();
  await expect(left.ended).rejects.toMatchObject({ code: 'impossible' });
  first.comparison.end();
  await first.ended;
  const { signal } = new AbortController();
  const failing = inTurn({ orgId: 'a', userId: 'mallory', signal }, async () => {
    throw new Error('unreachable');
  });
  await expect(failing).rejects.toThrow('unreachable');
  const next = begin('a', 'mallory');
  await settle();
  expect(next.comparison.isBegun).toBe(true);
  next.comparison.end();
  second.comparison.end();
  await Promise.all([next.ended, second.ended]);
});
