import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { OWNER_LOST } from '@/server/dependents/pause-run';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
import { findAndChoose } from '../support/steps';

withSandbox();

const panel = (name: string | RegExp) => page.getByRole('dialog', { name });

/** A command of this file alone, which takes a date and a number. */
async function ownCommand(name: string): Promise<number> {
  await changeSource(`
    create or replace function shop.${name}(since date, amount integer) returns integer language sql as
      $$ select amount $$;
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(name);
}

test('a new job says when, with which values, and its name', async () => {
  const commandId = await ownCommand('late_new');
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-new-schedule`));
  const steps = panel('Schedule late_new');
  await expect(steps).toContainText('Step 1 of 3: when');
  await steps.getByLabel('Cron expression').fill('0 7 * * 1');
  await expect(steps.getByText('Mondays at 7:00 AM')).toBeVisible();
  await steps.getByRole('button', { name: 'Next: values' }).click();

  const since = steps.getByRole('radiogroup', { name: 'Since is fixed or relative' });
  await since.getByText('Relative').click();
  // It begins with "today", which is in the way of no other.
  await steps.getByRole('combobox', { name: 'Since' }).click();
  await page.getByRole('option', { name: 'yesterday' }).click();
  await expect(steps.getByText(/^If it ran now: \d{4}-\d\d-\d\d$/)).toBeVisible();
  await steps.getByLabel('Amount').fill('3');
  await steps.getByRole('button', { name: 'Next: name' }).click();
  await steps.getByRole('textbox', { name: 'Name' }).fill('Late orders');
  await steps.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job created')).toBeVisible();
  const [job] = await call<{ runrams: object }[]>('GET', `/kits/${commandId}/cron-jobs`);
  expect(job?.runrams).toEqual({ since: { relative: 'yesterday' }, amount: '3' });
  await expect(page.getByText(/^Scheduled: Late orders runs next Mon, /)).toBeVisible();
  await page.getByRole('button', { name: 'Open the job' }).click();
  await expect(panel('Late orders').getByRole('button', { name: /^Send to/ })).toContainText('Nobody');
});

test('a new job begins with the values of the form', async () => {
  const commandId = await ownCommand('late_begun');
  const params = encodeURIComponent(JSON.stringify({ amount: '7' }));
  await page.goto(builderPath(commandId, `&params=${params}&panel=job:${commandId}-new-schedule`));
  const steps = panel('Schedule late_begun');
  await steps.getByRole('button', { name: 'Next: values' }).click();
  await expect(steps.getByLabel('Amount')).toHaveValue('7');
});

test('a new job says who gets its results and who hears of failures before it is saved', async () => {
  const commandId = await ownCommand('late_told');
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-new-schedule`));
  const steps = panel('Schedule late_told');
  await steps.getByRole('button', { name: 'Next: values' }).click();
  await steps
    .getByRole('radiogroup', { name: /^Since/ })
    .getByText('Relative')
    .click();
  await steps.getByRole('combobox', { name: 'Since' }).fill('yesterday');
  await steps.getByLabel('Amount').fill('3');
  await steps.getByRole('button', { name: 'Next: name' }).click();
  await steps.getByRole('textbox', { name: 'Name' }).fill('Told orders');
  await expect(steps.getByRole('button', { name: /^Send to/ })).toContainText('Nobody');

  await steps.getByRole('button', { name: /^If it fails/ }).click();
  const alerts = panel('Alerts');
  // Until a panel that opens has placed the focus, it would take it from what is pressed in it.
  await expect(alerts.getByRole('heading', { name: 'Alerts' })).toBeFocused();
  await alerts.getByRole('button', { name: 'Add alert' }).click();
  // Which successes is asked only of an alert about every success.
  const which = alerts.getByRole('combobox', { name: 'Which successes' });
  await expect(which).toHaveCount(0);
  await alerts.getByLabel('Every success').click();
  await expect(which).toHaveValue('All');
  await alerts.getByLabel('Every success').click();
  await expect(alerts.getByRole('status')).toContainText('No mail server is set up');
  await findAndChoose(alerts.getByRole('combobox', { name: 'Person' }), 'dana', /Dana Lee/);
  await alerts.getByRole('button', { name: 'Add', exact: true }).click();
  await alerts.getByRole('button', { name: 'Add alert' }).click();
  await alerts.getByText('Slack').click();
  await alerts.getByRole('textbox', { name: 'Address' }).fill('hooks');
  await alerts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(alerts.getByText(/^Enter a whole address/)).toBeVisible();
  await alerts.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/secret');
  await alerts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(alerts.getByRole('listitem')).toHaveCount(2);
  await alerts.getByRole('button', { name: 'Back to the previous panel' }).click();
  const failures = steps.getByRole('button', { name: /^If it fails/ });
  await expect(failures).toContainText(
    'Report to Dana Lee and 127.0.0.1:9. Mail is not sent: no mail server is set up',
  );

  // Nothing is saved if one of them is refused, and what was typed stays.
  await steps.getByRole('button', { name: 'Save' }).click();
  await expect(steps.getByRole('alert')).toBeVisible();
  expect(await call<object[]>('GET', `/kits/${commandId}/cron-jobs`)).toEqual([]);
  await failures.click();
  await alerts.getByRole('button', { name: 'Delete the alert to 127.0.0.1:9' }).click();
  await expect(alerts.getByRole('listitem')).toHaveCount(1);
  await alerts.getByRole('button', { name: 'Back to the previous panel' }).click();
  await steps.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job created')).toBeVisible();
  const [job] = await call<{ cron_job_id: number; name: string }[]>('GET', `/kits/${commandId}/cron-jobs`);
  expect(job?.name).toBe('Told orders');
  const told = await call<object[]>('GET', `/kits/${commandId}/cron-jobs/${job?.cron_job_id}/alerts`);
  expect(told).toMatchObject([{ target: 'Dana Lee', events: ['first_failure', 'recovery'] }]);
});

test('a relative date that is fixed becomes the date that it means', async () => {
  const commandId = await ownCommand('late_fixed');
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${commandId}/cron-jobs`, {
    name: 'Late orders',
    cronExpression: '0 7 * * 1-5',
    runrams: { since: { relative: 'today - 1 day' }, amount: 3 },
  });
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-${jobId}-inputs`));
  const values = panel('Values');
  await expect(values.getByRole('combobox', { name: 'Since' })).toHaveValue('today - 1 day');
  await values
    .getByRole('radiogroup', { name: /^Since/ })
    .getByLabel('Fixed')
    .check();
  await expect(values.getByRole('textbox', { name: 'Since' })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
});

test('a job says what it does without a dash for what is not set', async () => {
  const commandId = await ownCommand('late_panel');
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${commandId}/cron-jobs`, {
    name: 'Late orders',
    cronExpression: '0 7 * * 1-5',
    cronTimezone: 'Europe/Berlin',
    runrams: { since: { relative: 'yesterday' }, amount: 3 },
  });
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-${jobId}-view`));
  const job = panel('Late orders');
  await expect(job.getByRole('button', { name: /^When/ })).toContainText('Weekdays at 7:00 AM, Berlin');
  await expect(job.getByRole('button', { name: /^Values/ })).toContainText('yesterday');
  await expect(job.getByRole('button', { name: /^Send to/ })).toContainText('Nobody');
  await expect(job.getByRole('button', { name: /^If it fails/ })).toContainText(
    'No alerts: engineers hear of each new error once, in the bell',
  );
  await expect(job.getByText('Runs as Dana Lee')).toBeVisible();
  await job.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Open the form with these values' }).press('Escape');
  const times = job.getByRole('region', { name: 'Next runs' });
  await expect(times.getByRole('listitem')).toHaveCount(3);
  await times
    .getByRole('button', { name: /^Skip / })
    .nth(1)
    .click();
  await expect(times.getByRole('listitem').nth(1)).toContainText('Skipped');
  await times.getByRole('button', { name: / after all$/ }).click();
  await expect(times.getByRole('button', { name: /^Skip / })).toHaveCount(3);
  await expect(job.getByRole('region', { name: 'Last runs' })).toContainText('Not run yet');
  await expect(job.getByText('--')).toHaveCount(0);

  await job.getByRole('button', { name: /^Send to/ }).click();
  const recipients = panel('Send to');
  await recipients.getByRole('button', { name: 'Add recipient' }).click();
  await expect(recipients.getByLabel('Every success')).toBeChecked();
  await expect(recipients.getByLabel('Attach the result')).toBeChecked();
});

test('a job stands next to the list, in which another one is a press away', async () => {
  const commandId = await ownCommand('late_docked');
  for (const name of ['Early birds', 'Night owls']) {
    await call('POST', `/kits/${commandId}/cron-jobs`, {
      name,
      cronExpression: '0 7 * * 1-5',
      runrams: { since: '2026-01-01', amount: 3 },
    });
  }
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  const table = page.getByRole('table', { name: 'Scheduled jobs' });
  await table.getByRole('button', { name: 'Early birds' }).click();
  await panel('Early birds').getByRole('button', { name: /^When/ }).click();
  await expect(panel('When')).toBeVisible();
  await table.getByRole('button', { name: 'Night owls' }).click();
  await expect(panel('Night owls')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`panel=job:${commandId}-\\d+-view$`));
  await table.getByRole('switch', { name: 'Night owls is on' }).click();
  await expect(panel('Night owls').getByRole('switch')).not.toBeChecked();
});

test('a new job of a command that needs approval says so before it has a time, and what is missing', async () => {
  const commandId = await ownCommand('late_approved');
  await call('PATCH', `/kits/${commandId}`, { needsApproval: true });
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-new-schedule`));
  const steps = panel('Schedule late_approved');
  await expect(steps.getByText('Each run waits for approval')).toBeVisible();
  await expect(steps.getByText('Nobody can approve your runs yet')).toBeVisible();
  await steps.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(panel(/^Share/)).toBeVisible();
});

test('a job that was paused since is shown so when it is opened again, and is on for the one who takes it over', async () => {
  const commandId = await ownCommand('late_taken');
  const { cron_job_id: scheduledJobId } = await call<{ cron_job_id: number }>(
    'POST',
    `/kits/${commandId}/cron-jobs`,
    { name: 'Left behind', cronExpression: '0 7 * * 1-5', runrams: { since: '2026-01-01', amount: 3 } },
  );
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  const table = page.getByRole('table', { name: 'Scheduled jobs' });
  await table.getByRole('button', { name: 'Left behind' }).click();
  const job = panel('Left behind');
  await expect(job.getByRole('switch')).toBeChecked();
  await job.getByRole('button', { name: 'Close' }).click();
  await prisma().scheduledJob.update({
    where: { scheduledJobId },
    data: {
      ownerUserId: people.engineer,
      isEnabled: false,
      nextRunAt: null,
      pausedReason: OWNER_LOST.job,
    },
  });
  await table.getByRole('button', { name: 'Left behind' }).click();
  await expect(job.getByRole('switch')).not.toBeChecked();
  await job.getByRole('button', { name: 'Take over' }).click();
  await expect(job.getByRole('switch')).toBeChecked();
  await expect(job.getByText('can no longer run this command')).toHaveCount(0);
  await expect(table.getByRole('switch', { name: 'Left behind is on' })).toBeChecked();
});

test('a job leaves out the days off, which may be listed as a span', async () => {
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  await page.getByRole('button', { name: 'Settings of all jobs' }).click();
  await page.getByRole('menuitem', { name: 'Days off' }).click();
  const days = panel('Days off');
  await days.getByLabel('Dates').fill('2999-12-26..2999-12-24');
  await expect(days.getByText(/doesn't begin with a date/)).toBeVisible();
  await days.getByLabel('Dates').fill('2999-12-24..2999-12-26 Christmas');
  await days.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const commandId = await ownCommand('late_holiday');
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-new-schedule`));
  const steps = panel('Schedule late_holiday');
  await expect(steps.getByText(/^3 days are listed, .*2999 \(Christmas\) first\.$/)).toBeVisible();
  await steps.getByLabel('Skip days off').check();
  await steps.getByRole('button', { name: 'Next: values' }).click();
  await steps.getByLabel('Amount').fill('3');
  await steps.getByRole('textbox', { name: 'Since' }).fill('2026-01-01');
  await steps.getByRole('button', { name: 'Next: name' }).click();
  await steps.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Scheduled: late_holiday runs next /)).toBeVisible();
  await page.getByRole('button', { name: 'Open the job' }).click();
  await expect(panel('late_holiday').getByRole('button', { name: /^When/ })).toContainText('not on days off');
});

test('a person without the command is shown as such where results are sent, and gets it there', async () => {
  const commandId = await ownCommand('late_shared');
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${commandId}/cron-jobs`, {
    name: 'Late orders',
    cronExpression: '0 7 * * 1-5',
    runrams: { since: { relative: 'yesterday' }, amount: 3 },
  });
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-${jobId}-view`));
  await panel('Late orders')
    .getByRole('button', { name: /^Send to/ })
    .click();
  const recipients = panel('Send to');
  await recipients.getByRole('button', { name: 'Add recipient' }).click();
  const person = recipients.getByRole('combobox', { name: 'Person' });
  await person.fill('jonas');
  const jonas = page.getByRole('option').filter({ hasText: 'Jonas Okafor' });
  await expect(jonas).toHaveText("Jonas Okafor (doesn't have the command yet)");
  await recipients.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(panel('late_shared').getByRole('textbox', { name: 'People and groups' })).toBeVisible();
  await findAndChoose(
    panel('late_shared').getByRole('textbox', { name: 'People and groups' }),
    'jonas',
    /Jonas Okafor/,
  );
  await panel('late_shared').getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText(/^Successfully shared with Jonas Okafor/)).toBeVisible();
  await panel('late_shared').getByRole('button', { name: 'Done' }).click();
  await findAndChoose(person, 'jonas', /^Jonas Okafor$/);
  await recipients.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(recipients.getByRole('listitem')).toContainText('Jonas Okafor');
  await recipients.getByRole('button', { name: 'Done' }).click();
  await expect(panel('Late orders').getByRole('button', { name: /^Send to/ })).toContainText('Jonas Okafor');
});

test('a job of another person is taken over while it is on', async () => {
  const commandId = await ownCommand('late_on');
  const { cron_job_id: scheduledJobId } = await call<{ cron_job_id: number }>(
    'POST',
    `/kits/${commandId}/cron-jobs`,
    { name: 'Every morning', cronExpression: '0 7 * * 1-5', runrams: { since: '2026-01-01', amount: 3 } },
  );
  await page.goto(`/${SANDBOX.slug}/cron-jobs?cronJobId=${scheduledJobId}`);
  const job = panel('Every morning');
  await expect(job.getByText('Runs as Dana Lee')).toBeVisible();
  await expect(job.getByRole('button', { name: 'Take over' })).toHaveCount(0);
  await call('POST', `/kits/${commandId}/share`, {
    recipients: [{ userId: people.engineer, newKitDirRole: 'admin' }],
    skipTheSending: true,
  });
  await prisma().scheduledJob.update({
    where: { scheduledJobId },
    data: { ownerUserId: people.engineer },
  });
  await page.goto(`/${SANDBOX.slug}/cron-jobs?cronJobId=${scheduledJobId}`);
  await expect(job.getByText('Runs as Jonas Okafor')).toBeVisible();
  await job.getByRole('button', { name: 'Take over' }).click();
  const question = page.getByRole('dialog', { name: 'Take over “Every morning”?' });
  await expect(question).toContainText('no longer with those of Jonas Okafor');
  await question.getByRole('button', { name: 'Take over' }).click();
  await expect(job.getByText('Runs as Dana Lee')).toBeVisible();
  await expect(job.getByRole('switch')).toBeChecked();
});

test('an address of a job that is not there, or could not be read, says so', async () => {
  const address = `/${SANDBOX.slug}/cron-jobs?cronJobId=999999`;
  await page.goto(address);
  await expect(page.getByText(/^This scheduled job can't be found/)).toBeVisible();
  answerInstead((asked) => (asked.includes('cronJobId=') ? failed() : null));
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText(FAILED);
});

test('days off are chosen together with the jobs that skip them, and show in the next runs', async () => {
  const commandId = await ownCommand('late_off');
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${commandId}/cron-jobs`, {
    name: 'Every day',
    cronExpression: '0 7 * * *',
    cronTimezone: 'UTC',
    runrams: { since: '2026-01-01', amount: 3 },
  });
  const tomorrow = new Date(Date.now() + 24 * 3_600_000 + 60_000).toISOString().slice(0, 10);
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  await page.getByRole('button', { name: 'Settings of all jobs' }).click();
  await page.getByRole('menuitem', { name: 'Days off' }).click();
  const daysOff = panel('Days off');
  await expect(daysOff.getByText(/^\d of \d+ jobs? skips? days off$/)).toBeVisible();
  await daysOff.getByLabel('Dates').fill(`${tomorrow} Inventory`);
  await daysOff.getByRole('checkbox', { name: 'Every day (late_off)' }).check();
  await daysOff.getByRole('button', { name: 'Save' }).click();
  await expect(daysOff).toHaveCount(0);

  await page.goto(`/${SANDBOX.slug}/cron-jobs?cronJobId=${jobId}`);
  const job = panel('Every day');
  await expect(job.getByText('Day off: Inventory')).toBeVisible();
  await job.getByRole('button', { name: 'Days off for holidays' }).click();
  await expect(daysOff.getByLabel('Dates')).toHaveValue(`${tomorrow} Inventory`);
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-${jobId}-schedule`));
  const when = panel('When');
  await expect(when.getByText('Day off: Inventory')).toBeVisible();
  await when.getByRole('checkbox', { name: 'Skip days off' }).uncheck();
  await expect(when.getByText('Day off: Inventory')).toHaveCount(0);
  await when.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job updated')).toBeVisible();
  expect(await call<object[]>('GET', `/kits/${commandId}/cron-jobs`)).toMatchObject([
    { skips_days_off: false },
  ]);
});

test('alerts that could not be read are not told as none', async () => {
  const commandId = await ownCommand('late_unread');
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${commandId}/cron-jobs`, {
    name: 'Unread',
    cronExpression: '0 3 1 1 *',
    runrams: { since: '2026-01-01', amount: 1 },
  });
  answerInstead((asked) => (/\/alerts\b/.test(asked) ? failed() : null));
  await page.goto(builderPath(commandId, `&panel=job:${commandId}-${jobId}-view`));
  const job = panel('Unread');
  await expect(job.getByRole('button', { name: /^Send to/ })).toContainText('Could not be loaded');
  await expect(job.getByRole('button', { name: /^If it fails/ })).toContainText('Could not be loaded');
  await job.getByRole('button', { name: /^Send to/ }).click();
  await expect(page.getByText(FAILED)).toBeVisible();
});
