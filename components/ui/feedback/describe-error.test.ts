import { expect, test } from 'vitest';
import { ApiError } from '@/lib/client/api-client';
import { describeError } from './describe-error';

test('what to do is said once: by the refusal itself, or else by its kind', () => {
  const busy = describeError(new ApiError(503, 'unavailable', 'The queue is full.'));
  expect(busy).toMatchObject({ message: 'The queue is full.', nextStep: 'Wait a moment, then try again.' });
  const away = describeError(
    new ApiError(503, 'unavailable', 'The sign-in service could not be reached. Try again in a moment.'),
  );
  expect(away.nextStep).toBeNull();
  expect(away.canRetry).toBe(true);
});
