import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, resultCards, SANDBOX } from '../support/steps';

const panel = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A command of this journey alone, which takes a text and a number. */
async function ownCommand(page: Page): Promise<number> {
  const name = `hooked_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(place text, amount bigint) returns bigint language sql as
      $$ select amount $$;
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

test('an engineer makes a webhook, a program starts the command through it, and its deliveries are listed', async ({
  page,
  playwright,
}) => {
  const commandId = await ownCommand(page);
  const tab = `panel=configure:${commandId}&configure-tab=webhooks`;
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&${tab}`);
  await isLive(page);
  const configure = panel(page, /^Configure/);
  await expect(configure.getByText('No webhooks yet')).toBeVisible();
  await expectAccessible(page);
  await configure.getByRole('button', { name: 'New webhook' }).click();

  const form = panel(page, 'New webhook');
  await form.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await form.getByRole('textbox', { name: 'Path of Amount' }).fill('order..id');
  await form.getByRole('combobox', { name: 'Where Place comes from' }).click();
  await page.getByRole('option', { name: 'Fixed value' }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Write a path such as order.id or items[0].sku')).toBeVisible();
  await form.getByRole('textbox', { name: 'Value of Place' }).fill('Berlin');
  await form.getByRole('textbox', { name: 'Path of Amount' }).fill('order.id');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();

  const shown = panel(page, 'Copy the secret');
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  const url = (await shown.getByText(/\/webhooks\/[\w-]{22}$/).textContent()) ?? '';
  await expectAccessible(page);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  const webhook = panel(page, 'Webhook');
  await expect(webhook.getByText('Nothing received yet.')).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  // A program without cookies.
  const program = await playwright.request.newContext();
  const body = JSON.stringify({ order: { id: 41 } });
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'pushboard-signature': `t=${seconds},v1=${mac}`,
    'pushboard-delivery': 'evt-41',
  };
  const response = await program.post(new URL(url).pathname, { data: body, headers });
  expect(response.status(), await response.text()).toBe(202);
  const { run_id: runId } = await response.json();
  expect((await program.post(new URL(url).pathname, { data: body })).status()).toBe(401);
  await program.dispose();
  const deliveries = webhook.getByRole('list', { name: 'Last deliveries' });
  await expect(deliveries).toContainText('evt-41');
  const run = deliveries.getByRole('link', { name: `Run ${runId}` });
  await run.click();
  await expect(resultCards(page)).toHaveCount(1);
  await page.goBack();
  await expect(run).toBeVisible();

  await webhook.getByRole('button', { name: 'Replace the secret' }).click();
  const sure = panel(page, 'Replace the secret?');
  await expect(sure.getByText(/still accepted for 24 hours/)).toBeVisible();
  await sure.getByRole('button', { name: 'Replace' }).click();
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(webhook.getByText(/^The previous secret is accepted until/)).toBeVisible();
  await expectAccessible(page);
  await webhook.getByRole('button', { name: 'End the previous secret' }).click();
  await expect(webhook.getByText(/^The previous secret is accepted until/)).toBeHidden();

  await webhook.getByRole('button', { name: 'Send a test delivery' }).click();
  const test = panel(page, 'Send a test delivery');
  await test.getByRole('textbox', { name: 'Body' }).fill('{"order": {"id": "many"}}');
  await test.getByRole('button', { name: 'Send' }).click();
  await expect(test.getByText(/No run started\./)).toBeVisible();
  await test.getByRole('textbox', { name: 'Body' }).fill('{"order": {"id": 42}}');
  await test.getByRole('button', { name: 'Send' }).click();
  await expect(test.getByText('A run started')).toBeVisible();
  await expectAccessible(page);
  await test.getByRole('button', { name: 'Back', exact: true }).click();
  await webhook.getByRole('button', { name: 'Pause' }).click();
  await expect(webhook.getByText('It is paused: deliveries are refused.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/${SANDBOX.slug}/history?filter=kit_id:${commandId}`);
  await isLive(page);
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('Orders (webhook)');

  await page.goto(`/${SANDBOX.slug}/webhooks`);
  await isLive(page);
  const row = page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name: /Orders/ });
  await expect(row).toContainText('Paused');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Orders', exact: true }).click();
  await panel(page, 'Webhook').getByRole('button', { name: 'Delete' }).click();
  await panel(page, /^Delete/)
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Webhook deleted')).toBeVisible();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await panel(page, 'New webhook').getByRole('button', { name: 'Best sellers' }).click();
  await expect(panel(page, 'New webhook').getByRole('textbox', { name: 'Name' })).toBeVisible();
});
