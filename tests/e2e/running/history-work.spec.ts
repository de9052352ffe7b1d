import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, resultCards, SANDBOX } from '../support/steps';

test('failures are marked as handled, filters are saved, and runs are run again together', {
  tag: '@long',
}, async ({ page, request }) => {
  const routine = `close_order_${process.pid}`;
  await changeSource(`create function shop.${routine}(order_id integer) returns text language plpgsql as $$ begin
      if order_id > 1 then raise exception 'Order % is closed', order_id; end if; return 'ok'; end $$;
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  for (const [order, outcome] of [
    ['1', 'ok'],
    ['2', 'Order 2 is closed'],
    ['3', 'Order 3 is closed'],
  ] as const) {
    await field(page, 'Order ID').fill(order);
    await pressRun(page);
    await expect(resultCards(page).first()).toContainText(outcome);
  }
  await page.goto(`/${SANDBOX.slug}/history?filter=kit_id:${commandId}`);
  await isLive(page);
  const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Unhandled failures', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Open orders');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved “Open orders”.')).toBeVisible();
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page.getByText('1 run marked as handled.')).toBeVisible();
  await expect(rows).toHaveCount(1);

  await page.goto(`/${SANDBOX.slug}/history`);
  await isLive(page);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('link', { name: 'Open orders' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Unhandled failures', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.getByTitle('Handled by Dana Lee')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).check();
  await page.getByRole('link', { name: 'Run again' }).click();
  const panel = page.getByRole('dialog', { name: 'Bulk run' });
  await expect(panel.getByText('3 rows · 1 column · 1 matched')).toBeVisible();
  await panel.getByRole('button', { name: 'Run 3', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('3 of 3')).toBeVisible();
  await changeSource(`drop function shop.${routine}`);
});

test('all runs that match a filter are run again in bulk, and their results are deleted', {
  tag: '@long',
}, async ({ page, request }) => {
  const routine = `count_order_${process.pid}`;
  await changeSource(`create function shop.${routine}(order_id integer) returns integer language sql as 'select order_id';
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  const base = `/api/v1/${SANDBOX.orgId}`;
  const headers = { 'x-demo-user-id': people.admin };
  const detail = await (await request.get(`${base}/deep-kits-6/${commandId}`, { headers })).json();
  for (let order = 1; order <= 27; order += 1) {
    const data = { olId: detail.anchor_ol.ol_id, kitId: commandId, params: { order_id: order } };
    expect((await request.post(`${base}/run-sync`, { headers, data })).ok()).toBe(true);
  }
  await page.goto(`/${SANDBOX.slug}/history?filter=kit_id:${commandId}`);
  await isLive(page);
  await page.getByRole('checkbox', { name: 'Select all runs of this page' }).check();
  await page.getByRole('button', { name: 'Select all 27 that match' }).click();
  await expect(page.getByText('All 27 that match')).toBeVisible();
  await expectAccessible(page);
  const again = await page.getByRole('link', { name: 'Run again' }).getAttribute('href');
  await page.getByRole('button', { name: 'Delete results' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete the results of 27 runs?' });
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('27 Run(s) deleted')).toBeVisible();
  await page.goto(again ?? '');
  const panel = page.getByRole('dialog', { name: 'Bulk run' });
  await expect(panel.getByText('27 earlier runs')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Run 27', exact: true })).toBeEnabled();
  await changeSource(`drop function shop.${routine}`);
});
