import { expect, it } from 'vitest';
import { answerersOf, endingOf } from './approval-words';
import { wantedAt } from './use-approvals';

const run = {
  runId: 1,
  params: {},
  emptyKeys: [] as string[],
  defaults: {},
  status: 'failed',
  endReason: 'timed_out',
} as const;

it('says how the run of an approved request ended', () => {
  const one = { state: 'granted', runCount: 1, runs: [run], runCounts: { failed: 1 } } as const;
  expect(endingOf({ ...one, runs: [...one.runs] })).toMatchObject({
    label: { word: 'Timed out' },
    words: '',
  });
});

it('counts the runs of a bulk run', () => {
  const runCounts = { success: 26, failed: 1, running: 1 };
  const bulk = { state: 'granted' as const, runCount: 28, runs: [run], runCounts };
  expect(endingOf(bulk)).toEqual({ label: null, words: '26 succeeded, 1 failed, 1 to go' });
});

it('says nothing of a request that let nothing run', () => {
  const waiting = { state: 'waiting' as const, runCount: 1, runs: [run], runCounts: {} };
  expect(endingOf(waiting)).toBeNull();
  expect(endingOf({ ...waiting, state: 'denied' })).toBeNull();
  expect(endingOf({ ...waiting, state: 'granted', runCount: 0, runs: [] })).toBeNull();
});

it('what is to be answered waits; an address with another state leads to what was answered', () => {
  expect(wantedAt({ box: 'to_answer', state: null })).toEqual({ box: 'to_answer', state: 'waiting' });
  expect(wantedAt({ box: 'to_answer', state: 'granted' })).toEqual({ box: 'answered', state: 'granted' });
  expect(wantedAt({ box: 'asked', state: null })).toEqual({ box: 'asked', state: null });
});

it('says who can answer, and whether that is the reader', () => {
  const of = (mayAnswer: boolean, otherApprovers: string[], hasPart = false) =>
    answerersOf({ mayAnswer, otherApprovers, hasPart });
  expect(of(false, ['Dana Lee', 'Jonas Okafor'])).toBe('Dana Lee or Jonas Okafor can answer.');
  expect(of(true, ['Dana Lee'])).toBe('You or Dana Lee can answer.');
  expect(of(true, [])).toBe('Only you can answer.');
  expect(of(false, [])).toMatch(/^Nobody can answer/);
  expect(of(false, ['Dana Lee'], true)).toBe(
    "Dana Lee can answer. You can't: you changed the job or webhook that asks for it, or started it.",
  );
});
