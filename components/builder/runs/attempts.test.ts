import { expect, test } from 'vitest';
import { type Attempt, type AttemptAction, reduceAttempts } from './attempts';

const play = (...actions: AttemptAction[]) => actions.reduce<readonly Attempt[]>(reduceAttempts, []);
const begin = (attemptId: string): AttemptAction => ({
  type: 'begin',
  attemptId,
  asked: { values: {} },
  startedAtMs: 1,
});

test('the newest attempt stands first', () => {
  expect(play(begin('a'), begin('b')).map(({ attemptId }) => attemptId)).toEqual(['b', 'a']);
});

test('an attempt becomes a run, and starts', () => {
  const [attempt] = play(
    begin('a'),
    { type: 'created', attemptId: 'a', runId: 7 },
    { type: 'started', attemptId: 'a' },
  );
  expect(attempt).toMatchObject({ runId: 7, kickoff: { state: 'started' } });
});

test('a failed start can be tried again', () => {
  const failed = play(begin('a'), { type: 'failed', attemptId: 'a', error: new Error('no') });
  expect(failed[0]?.kickoff.state).toBe('failed');
  expect(reduceAttempts(failed, { type: 'again', attemptId: 'a', startedAtMs: 9 })[0]).toMatchObject({
    kickoff: { state: 'starting' },
    startedAtMs: 9,
  });
});

test('a run that is on the page already is not opened twice', () => {
  const attempts = play(begin('a'), { type: 'created', attemptId: 'a', runId: 7 });
  expect(reduceAttempts(attempts, { type: 'open', runId: 7, startedAtMs: 2 })).toBe(attempts);
  expect(reduceAttempts(attempts, { type: 'open', runId: 8, startedAtMs: 2 })).toHaveLength(2);
});
