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

test('a request for approval is no fault, and has nothing to correct or to quote', () => {
  const asked = new ApiError(422, 'impossible', 'Asked to approve it: Dana.', [], 'ref', true);
  expect(describeError(asked)).toMatchObject({
    title: 'Approval requested',
    nextStep: null,
    requestId: null,
    isFault: false,
  });
});
