import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
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
