import { expect, it } from 'vitest';
import { failureWords, recipientsWords, runningWords } from './alert-words';

const to = (target: string) => ({ target, attachesResult: false, onlyWhen: 'always' as const });

it('says who gets the results, and when', () => {
  expect(recipientsWords([])).toBe('Nobody');
  expect(recipientsWords([to('Maria Keller')])).toBe('Maria Keller');
  expect(
    recipientsWords([
      { ...to('Maria Keller'), attachesResult: true, onlyWhen: 'rows' },
      { ...to('hooks.slack.com'), onlyWhen: 'changed' },
    ]),
  ).toBe('Maria Keller with the result, only when there are rows; hooks.slack.com, only when it changed');
});

it('says what follows a failure', () => {
  expect(failureWords({ retryCount: null }, [])).toBe(
    'No alerts: engineers hear of each new error once, in the bell',
  );
  expect(failureWords({ retryCount: 0 }, [to('Dana Lee'), to('Dana Lee')])).toBe('Report to Dana Lee');
  expect(failureWords({ retryCount: 1 }, [])).toBe(
    'Try once more. No alerts: engineers hear of each new error once, in the bell',
  );
  expect(failureWords({ retryCount: 2 }, [to('Dana Lee'), to('Maria Keller')])).toBe(
    'Try 2 more times, then report to Dana Lee and Maria Keller',
  );
});

it('says how runs are limited', () => {
  const usual = { allowsOverlap: false, timeoutSeconds: null, retryCount: null };
  expect(runningWords(usual)).toBe("One run at a time, the command's time limit");
  expect(runningWords({ allowsOverlap: true, timeoutSeconds: 60, retryCount: 2 })).toBe(
    'Runs may overlap, at most 60 s, tried 2 more times',
  );
});
