import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../../support/journey';
import { people } from '../../support/people';
import { addCommand, changeSource } from '../../support/sample-source';
import { field, isLive, SANDBOX } from '../../support/steps';

const BASE = `/api/v1/${SANDBOX.orgId}`;
const headers = { 'x-demo-user-id': people.admin };

/** A command of this journey alone, which takes a date and a number. */
async function ownCommand(page: Page, suffix: string): Promise<number> {
  const name = `late_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(since date, amount integer) returns integer language sql as
      $$ select amount $$;
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an engineer puts a command on a schedule, changes it, pauses, deletes, and restores it', async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'own');
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=jobs`);
  await isLive(page);
  const configure = panel(page, /^Configure/);
  await expect(configure.getByText('No scheduled jobs yet')).toBeVisible();
  await configure.getByRole('button', { name: 'New job' }).click();

  const schedule = panel(page, /^Schedule /);
  await schedule.getByLabel('At', { exact: true }).fill('09:30');
  await expect(schedule.getByLabel('Cron expression')).toHaveValue('30 9 * * 1-5');
  await expect(schedule.getByText('Weekdays at 9:30 AM')).toBeVisible();
  await expect(schedule.getByRole('region', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(10);
  await schedule.getByRole('combobox', { name: 'Time zone' }).fill('IST');
  await page
    .getByRole('option', { name: /Asia\/Kolkata/ })
    .first()
    .click();
  await expect(schedule.getByText('in your time zone')).toBeVisible();
  await expectAccessible(page);
  await schedule.getByLabel('Cron expression').fill('0 25 * * *');
  await expect(schedule.getByText("The hour can't be “25”.")).toBeVisible();
  await expect(schedule.getByRole('button', { name: 'Next: values' })).toBeDisabled();
  await schedule.getByLabel('Cron expression').fill('*/15 * * * *');
  await schedule.getByRole('button', { name: 'Next: values' }).click();

  await schedule.getByRole('button', { name: 'Next: name' }).click();
  await expect(schedule.getByText('Required').first()).toBeVisible();
  await schedule
    .getByRole('radiogroup', { name: /^Since/ })
    .getByText('Relative')
    .click();
  await schedule.getByRole('combobox', { name: 'Since' }).fill('yesterday');
  await expect(schedule.getByText(/If it ran now: \d{4}-\d\d-\d\d/)).toBeVisible();
  await schedule.getByLabel('Amount').fill('3');
  await expectAccessible(page);
  await schedule.getByRole('button', { name: 'Next: name' }).click();

  await schedule.getByRole('textbox', { name: 'Name' }).fill('Late orders');
  const [tested] = await Promise.all([
    page.context().waitForEvent('page'),
    schedule.getByRole('button', { name: 'Open the form with these values' }).click(),
  ]);
  await expect(field(tested, 'Amount')).toHaveValue('3');
  await tested.close();
  await schedule.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job created')).toBeVisible();
  await configure.getByRole('button', { name: /Late orders/ }).click();

  const drilldown = panel(page, 'Late orders');
  await expect(drilldown.getByText('yesterday')).toBeVisible();
  await expectAccessible(page);
  await drilldown.getByRole('button', { name: /^If it fails/ }).click();
  const alerts = panel(page, 'Alerts');
  await alerts.getByRole('button', { name: 'Add alert' }).click();
  await alerts.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Dana Lee' }).click();
  await expectAccessible(page);
  await alerts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(alerts.getByRole('list', { name: 'Alerts' })).toContainText('The first failure in a row');
  await alerts.getByRole('button', { name: 'Back to the previous panel' }).click();
  await drilldown.getByRole('switch').press('Space');
  await expect(drilldown.getByRole('switch')).not.toBeChecked();
  await drilldown.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Rename this job' }).click();
  await panel(page, 'Name').getByRole('textbox', { name: 'Name' }).fill('Later orders');
  await panel(page, 'Name').getByRole('button', { name: 'Save' }).click();
  const renamed = panel(page, 'Later orders');
  await renamed.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Scheduled job deleted')).toBeVisible();
  await renamed.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Scheduled job restored')).toBeVisible();
  await renamed.getByRole('link', { name: 'All runs' }).click();
  await expect(page.getByRole('button', { name: /Scheduled job: \d+/ })).toBeVisible();
});

test('admins see all jobs with the coming week, and open one by its address', { tag: '@long' }, async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'page');
  const create = async (name: string, cronExpression: string): Promise<number> => {
    const data = {
      name,
      cronExpression,
      cronTimezone: 'Etc/UTC',
      runrams: { since: '2026-01-01', amount: 1 },
    };
    const response = await page.request.post(`${BASE}/kits/${commandId}/cron-jobs`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).cron_job_id;
  };
  await create('Every quarter', '*/15 * * * *');
  await create('Mornings', '0 5 * * *');
  const tomorrow = (new Date().getUTCDay() + 1) % 7;
  const id = await create('Weekly', `0 5 * * ${tomorrow}`);
  await page.goto(`/${SANDBOX.slug}/cron-jobs`);
  await isLive(page);
  const rows = page.getByRole('table', { name: 'Scheduled jobs' }).locator('tbody tr');
  await expect(rows.first()).toContainText('Every quarter');
  await expect(rows.filter({ hasText: 'Weekly' })).toContainText(/\w+days at 5:00 AM/);
  await expect(page.getByRole('region', { name: 'The coming week' })).toContainText(/Mornings, Weekly/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  // Its rows are stacked, so that the switch of a job can be reached without scrolling sideways.
  const card = page.getByRole('table', { name: 'Scheduled jobs' }).locator('..');
  const hiddenAside = () => card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(hiddenAside).toBe(0);
  await expect(rows.first().getByRole('cell')).toHaveCount(6);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.filter({ hasText: 'Mornings' }).getByRole('switch').press('Space');
  await expect(rows.filter({ hasText: 'Mornings' })).toContainText('Paused');
  await page.getByLabel('Search jobs').fill('weekl');
  await expect(rows).toHaveCount(1);
  await page.goto(`/${SANDBOX.slug}/cron-jobs?cronJobId=${id}`);
  await expect(panel(page, 'Weekly')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=webhooks`,
  );
  await expect(page.getByRole('tab', { name: 'Webhooks' })).toBeInViewport({ ratio: 1 });
});
