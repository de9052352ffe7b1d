import { expect, test } from 'vitest';
import { errorTitle } from './error-title';

test('what differs from run to run is left out of the title of an error, and braces of its own stay', () => {
  expect(errorTitle('There is no order {number}.')).toBe('There is no order …');
  expect(errorTitle('{date} {uuid} Task timed out after {number} seconds')).toBe(
    '… … Task timed out after … seconds',
  );
  expect(errorTitle('Unknown variable {customer}')).toBe('Unknown variable {customer}');
});
