import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../../support/journey';
import { people } from '../../support/people';
import { addCommand, changeSource } from '../../support/sample-source';
import { isLive, SANDBOX } from '../../support/steps';

const BASE = `/api/v1/${SANDBOX.orgId}`;
const headers = { 'x-demo-user-id': people.admin };

async function call(api: APIRequestContext, method: string, path: string, data?: object) {
  const response = await api.fetch(`${BASE}${path}`, { method, headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** A command whose rows are orders, and one that they are sent to, of this journey alone. */
async function ownCommands(page: Page, name = '') {
  const [late, refund] = [`overdue${name}_${process.pid}`, `remind${name}_${process.pid}`];
  await changeSource(`
    create or replace function shop.${late}(most integer) returns table (order_no integer, total numeric) language sql as
      $$ select n, n + 0.5 from generate_series(1, most) n $$;
    create or replace function shop.${refund}(order_no integer, total numeric, reason text) returns text language sql as
      $$ select reason || ' ' || order_no $$;
    grant execute on function shop.${late}, shop.${refund} to sample_runner`);
  const lateId = await addCommand(page.request, late);
  const refundId = await addCommand(page.request, refund);
  const command = await call(page.request, 'GET', `/deep-kits-6/${lateId}`);
  const body = { kitId: lateId, olId: command.anchor_ol.ol_id, params: { most: 3 } };
  expect((await call(page.request, 'POST', '/run-sync', body)).status).toBe('success');
  return { late, lateId, refund, refundId, templateId: command.anchor_ol.ol_id };
}

/** Adds a button to the rows, whose columns fill in two of three inputs, and returns it with those inputs. */
async function decorate(page: Page, made: Awaited<ReturnType<typeof ownCommands>>) {
  const { lateId, refundId, templateId } = made;
  const columns: { nooc_id: number; path: string }[] = await call(
    page.request,
    'GET',
    `/kits/${lateId}/ols/${templateId}/output-cols`,
  );
  const refund = await call(page.request, 'GET', `/deep-kits-6/${refundId}`);
  const inputs: { lego_instance_input_id: number; key: string }[] = refund.anchor_ol.kit_run_schema;
  const colMaps = columns.map(({ nooc_id, path }) => ({
    noOutColId: nooc_id,
    legoInstanceInputId: inputs.find(({ key }) => key === path)?.lego_instance_input_id,
  }));
  const decoration: { decoration_id: number } = await call(
    page.request,
    'POST',
    `/kits/${lateId}/decorations`,
    { name: 'Remind', inputKitId: refundId, colMaps },
  );
  return { decorationId: decoration.decoration_id, colMaps, inputs };
}

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('the rows of a scheduled run are sent to another command, and the history shows the tree', {
  tag: '@long',
}, async ({ page }) => {
  const made = await ownCommands(page);
  const job = await call(page.request, 'POST', `/kits/${made.lateId}/cron-jobs`, {
    name: 'Reminders',
    cronExpression: '0 3 1 1 *',
    runrams: { most: 3 },
  });
  const jobId: number = job.cron_job_id;
  await page.goto(`/${SANDBOX.slug}/builder?id=${made.lateId}&panel=job:${made.lateId}-${jobId}-view`);
  await isLive(page);
  const drilldown = panel(page, 'Reminders');
  await drilldown.getByRole('button', { name: /^For each row/ }).click();

  const list = panel(page, 'For each row');
  await expect(list.getByText('This command has no row buttons')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Create a row button in a new tab' })).toHaveAttribute(
    'href',
    /flOpenCreateDecorationSidePanel=true/,
  );
  await decorate(page, made);
  // As if the person came back from the tab in which it was created.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(list.getByText('Nothing else runs.')).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Add row button' }).click();
  await panel(page, 'Add row button')
    .getByRole('button', { name: /^Remind/ })
    .click();

  const inputs = panel(page, 'Values');
  await expect(inputs.getByText(/Each row fills in .*order_no from order_no/)).toBeVisible();
  await inputs.getByRole('button', { name: 'Save' }).click();
  await expect(inputs.getByText('Required')).toBeVisible();
  await inputs.getByLabel('Reason').fill('Overdue');
  await expectAccessible(page);
  await inputs.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job updated')).toBeVisible();
  await list.getByRole('button', { name: new RegExp(made.refund) }).click();
  const linked = panel(page, 'Remind');
  await expect(linked.getByText('column order_no')).toBeVisible();
  await expect(linked.getByText('Overdue', { exact: true })).toBeVisible();
  await expect(linked.getByRole('button', { name: 'Remove from this job' })).toBeVisible();
  await expectAccessible(page);
  await linked.getByRole('button', { name: 'Back to the previous panel' }).click();
  await list.getByRole('button', { name: 'Back to the previous panel' }).click();
  await drilldown.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('The job was started. Its run is in the history.')).toBeVisible();
  await drilldown.getByRole('link', { name: 'All runs' }).click();
  await page.waitForURL(/cron_job_id/);

  const runs = page.getByRole('table', { name: 'Runs' });
  const expand = runs.getByRole('button', { name: /^Auto-runs of run/ });
  await expect(async () => {
    await page.reload();
    await isLive(page);
    await expect(expand).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 90_000 });
  await expand.click();
  const rows = page.getByRole('button', { name: /^Rows of run/ });
  await expect(rows).toBeVisible();
  await expect(runs.locator('tbody tr').filter({ has: rows })).toContainText(made.refund);
  await rows.click();
  await expect(runs.getByText(/Overdue/)).toHaveCount(3);
  await expectAccessible(page);
  await runs.locator('tbody tr').filter({ has: rows }).getByRole('link', { name: made.refund }).click();
  await panel(page, made.refund)
    .getByRole('button', { name: /^Run \d+$/ })
    .click();
  await expect(panel(page, made.late)).toBeVisible();
});

test('a failed run of a job runs the command of the error jump, and what an auto-run lacks is told', {
  tag: '@long',
}, async ({ page }) => {
  const made = await ownCommands(page, '_failing');
  await call(page.request, 'POST', `/kits/${made.lateId}/error-decorations`, { inputKitId: made.refundId });
  const { decorationId, colMaps, inputs } = await decorate(page, made);
  const job = await call(page.request, 'POST', `/kits/${made.lateId}/cron-jobs`, {
    name: 'Reminders',
    cronExpression: '0 3 1 1 *',
    runrams: { most: 3 },
  });
  const jobId: number = job.cron_job_id;
  const reason = inputs.find(({ key }) => key === 'reason')?.lego_instance_input_id;
  await call(page.request, 'POST', `/kits/${made.lateId}/cron-jobs/${jobId}/decorations`, {
    decorationId,
    cronJobDecorationInputs: [{ legoInstanceInputId: reason, value: 'Overdue' }],
  });
  // From now on no column fills in the total.
  await call(page.request, 'PATCH', `/kits/${made.lateId}/decorations/${decorationId}`, {
    colMaps: colMaps.filter(
      ({ legoInstanceInputId: id }) =>
        inputs.find((each) => each.lego_instance_input_id === id)?.key !== 'total',
    ),
  });

  await page.goto(`/${SANDBOX.slug}/builder?id=${made.lateId}&panel=job:${made.lateId}-${jobId}-view`);
  await isLive(page);
  const drilldown = panel(page, 'Reminders');
  await drilldown.getByRole('button', { name: /^After a failure/ }).click();
  const values = panel(page, 'Values');
  await expect(values.getByText(/When a run of this job fails, .* runs once/)).toBeVisible();
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(values.getByText('Required').first()).toBeVisible();
  await values.getByLabel('Order no').fill('1');
  await values.getByLabel('Total').fill('2.50');
  await values.getByLabel('Reason').fill('It failed');
  await expectAccessible(page);
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Scheduled job updated')).toBeVisible();
  const linked = drilldown.getByRole('button', { name: /^After a failure/ });
  await expect(linked).toContainText(made.refund);
  await linked.click();
  await expect(values.getByLabel('Reason')).toHaveValue('It failed');
  await values.getByRole('button', { name: 'Remove from this job' }).click();
  await expect(linked).not.toContainText(made.refund);

  await drilldown.getByRole('button', { name: /^For each row/ }).click();
  await panel(page, 'For each row')
    .getByRole('button', { name: new RegExp(made.refund) })
    .click();
  const remind = panel(page, 'Remind');
  await expect(remind.getByText('Needs a value')).toBeVisible();
  await expectAccessible(page);
  await remind.getByRole('button', { name: /^Values/ }).click();
  await values.getByLabel('Total').fill('9.99');
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(remind.getByText('9.99')).toBeVisible();
  await expect(remind.getByText('Needs a value')).toBeHidden();
});
