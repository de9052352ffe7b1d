import { expect, test } from 'vitest';
import { deletionText, resultStateOf } from './result-state';

const deletion = { at: '2026-11-27T12:00:00Z', by: 'person', byName: 'Dana Lee' } as const;
const run = { status: 'success', extensions: 'csv,xlsx', resultDeletion: null } as const;

test.each([
  [{ ...run }, 'whole'],
  [{ ...run, status: 'failed' as const }, 'incomplete'],
  [{ ...run, extensions: null }, 'none'],
  [{ ...run, status: 'failed' as const, extensions: null }, 'none'],
  [{ ...run, status: 'running' as const, extensions: null }, 'arriving'],
  [{ ...run, extensions: null, resultDeletion: deletion }, 'deleted'],
  [{ ...run, status: 'failed' as const, extensions: null, resultDeletion: deletion }, 'deleted'],
])('%o is %s', (given, kind) => {
  expect(resultStateOf(given).kind).toBe(kind);
});

test('says who deleted a result, or why it is gone', () => {
  const timeText = () => 'Nov 27';
  expect(deletionText(deletion, timeText)).toMatch(
    /^The result of this run was deleted by Dana Lee on Nov 27\. /,
  );
  expect(deletionText({ ...deletion, by: 'retention', byName: null }, timeText)).toContain(
    'deleted on Nov 27, because the organization keeps results for a limited time.',
  );
  expect(deletionText({ ...deletion, by: null, byName: null }, timeText)).toContain('deleted on Nov 27.');
});
