import { expect, it } from 'vitest';
import { changeText, type Job, nextText } from './show-job';

const job: Job = {
  scheduledJobId: 12,
  orgId: 'acme',
  commandId: 3,
  commandName: 'Find orders',
  templateId: 3,
  name: 'Unpaid each morning',
  cronExpression: '0 7 * * 1-5',
  cronTimezone: 'America/Los_Angeles',
  isEnabled: true,
  pausedReason: null,
  isDeleted: false,
  nextRunAt: new Date(2039, 10, 28, 7).toISOString(),
  lastRunAt: null,
  createdByUoId: '1_acme',
  owner: { userId: '1', name: 'Dana Lee' },
  isMine: true,
  modifiedBy: { userId: '1', name: 'Dana Lee' },
  modifiedAt: new Date(2039, 10, 1).toISOString(),
  allowsOverlap: false,
  skipsDaysOff: false,
  timeoutSeconds: null,
  retryCount: null,
  lastRuns: [],
};
const later: Job = { ...job, nextRunAt: new Date(2039, 10, 29, 7).toISOString() };
const paused: Job = { ...job, isEnabled: false, nextRunAt: null };

it('says when a job runs next in the time of the terminal, with its zone, or that it is paused', () => {
  expect(nextText(job)).toMatch(/^Mon, Nov 28, 2039, 7:00\sAM \S+$/);
  expect(nextText(paused)).toBe('Paused');
  expect(nextText({ ...paused, pausedReason: 'Its owner left.' })).toBe('Paused: Its owner left.');
});

it('says in a sentence what a change did, and when the job runs next', () => {
  expect(changeText('skip', job, later)).toMatch(
    /^Skipped Mon, Nov 28, 2039, 7:00\sAM \S+\. Next: Tue, Nov 29, 2039, 7:00\sAM \S+$/,
  );
  expect(changeText('pause', job, paused)).toBe(
    'Paused “Unpaid each morning”. It runs again when it is resumed.',
  );
  expect(changeText('resume', paused, later)).toMatch(
    /^Resumed “Unpaid each morning”\. Next: Tue, Nov 29, 2039, 7:00\sAM \S+$/,
  );
});
