import { expect, test } from 'vitest';
import { ApiError } from '@/lib/client/api-client';
import { refusedRows } from './refused-rows';

const columns = new Map([['new_status', 'New status']]);
const refusal = (issues: { path: string; message: string }[]) => new ApiError(400, 'invalid', 'No', issues);

test('cells that are refused are named as in the file, each of them', () => {
  const issues = [
    { path: 'runramsList[0].new_status', message: 'Required' },
    { path: 'runramsList[1].new_status', message: 'Required' },
    { path: 'runramsList[1].a.b', message: 'Must be a number' },
  ];
  expect(refusedRows(refusal(issues), columns)).toMatchObject({
    exitCode: 2,
    message:
      "Nothing was run. These values can't be sent:\n  Row 1, New status: Required\n  Row 2, New status: Required\n  Row 2, a.b: Must be a number",
  });
});

test('only the first of many are told', () => {
  const issues = Array.from({ length: 30 }, (_, row) => ({
    path: `runramsList[${row}].new_status`,
    message: 'Required',
  }));
  const { message } = refusedRows(refusal(issues), columns) as Error;
  expect(message.split('\n')).toHaveLength(22);
  expect(message).toMatch(/… and 10 more$/);
});

test('any other error stays as it is', () => {
  const others = [new Error('x'), refusal([]), refusal([{ path: 'confirmation', message: 'Type it' }])];
  for (const error of others) expect(refusedRows(error, columns)).toBe(error);
});
