import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, holdRequests, isLive, pressRun, SANDBOX } from '../support/steps';

/** A command that no other journey uses. */
async function ownCommand(page: Page, suffix: string): Promise<{ id: number; name: string }> {
  const name = `conditional_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(kind text, first date, last date, amount numeric default 1) returns text
      language sql as $$ select concat_ws(' ', kind, coalesce(amount::text, 'nothing')) $$;
    grant execute on function shop.${name} to sample_runner`);
  return { id: await addCommand(page.request, name), name };
}

async function openPanel(page: Page, id: number, panel: string) {
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=${panel}`);
  await isLive(page);
}

test('an input is shown only when another one says so, and what was typed meanwhile is not sent', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await ownCommand(page, 'shown');
  await openPanel(page, id, `configure:${id}&configure-tab=inputs`);
  await page.getByRole('button', { name: /^amount/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit amount' });
  const rule = editor.getByRole('group', { name: 'Show only when' });
  await rule.getByRole('button', { name: 'Add a condition' }).click();
  // Not before its person has been at it.
  await expect(rule.getByLabel('Value', { exact: true })).toBeVisible();
  await expect(rule.getByText('You must fill out "Value"')).toBeHidden();
  await rule.getByLabel('Value', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(rule.getByText('You must fill out "Value"')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await rule.getByLabel('Value', { exact: true }).fill('partial');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await editor.getByRole('button', { name: 'Back to the previous panel' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await expect(panel.getByRole('button', { name: /^amount/ })).toContainText('Conditional');
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  await expect(field(page, 'Amount')).toBeHidden();
  await field(page, 'Kind').fill('partial');
  await field(page, 'Amount').fill('5');
  await field(page, 'First').fill('2026-01-01');
  await field(page, 'Last').fill('2026-01-02');
  await page.keyboard.press('Escape');
  await pressRun(page);
  await expect(page.getByRole('region', { name: 'Results' }).getByText('partial 5')).toBeVisible();
  await field(page, 'Kind').fill('full');
  await expect(field(page, 'Amount')).toBeHidden();
  await pressRun(page);
  await expect(page.getByRole('region', { name: 'Results' }).getByText('full 1')).toBeVisible();
});

test('a check across inputs stops a run with the message of its engineer', { tag: '@long' }, async ({
  page,
}) => {
  const { id } = await ownCommand(page, 'checked');
  await openPanel(page, id, `configure:${id}&configure-tab=inputs`);
  await page.getByRole('button', { name: 'Limits and checks' }).click();
  const panel = page.getByRole('dialog', { name: 'Limits and checks' });
  await expect(panel.getByText('No checks yet')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Add a check' }).click();
  const check = panel.getByRole('listitem').first();
  await check.getByRole('combobox', { name: 'Input', exact: true }).click();
  await page.getByRole('option', { name: 'Last' }).click();
  await check.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'must be after' }).click();
  await check.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'First' }).click();
  await check.getByRole('textbox', { name: 'Message' }).fill('The end must be after the start');
  await panel.getByRole('button', { name: 'Add a check' }).click();
  const limit = panel.getByRole('listitem').nth(1);
  await limit.getByRole('combobox', { name: 'Input', exact: true }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await limit.getByRole('textbox', { name: 'Value' }).fill('500');
  await limit.getByRole('textbox', { name: 'Message' }).fill('At most 500 at a time');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await field(page, 'Kind').fill('x');
  await field(page, 'First').fill('2026-01-02');
  await field(page, 'Last').fill('2026-01-01');
  await page.keyboard.press('Escape');
  await pressRun(page);
  await expect(page.getByText('The end must be after the start').first()).toBeVisible();
  await expect(field(page, 'Last')).toBeFocused();
  await field(page, 'Last').fill('2026-01-03');
  await page.keyboard.press('Escape');
  await field(page, 'Amount').fill('500.01');
  await pressRun(page);
  await expect(page.getByText('At most 500 at a time').first()).toBeVisible();
});

test('a command is duplicated under another name', { tag: '@long' }, async ({ page }) => {
  const { id, name } = await ownCommand(page, 'copied');
  await openPanel(page, id, `configure:${id}`);
  const configure = page.getByRole('dialog', { name: /^Configure / });
  await configure.getByRole('button', { name: 'Duplicate', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Duplicate command' });
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} Copy`);
  await expectAccessible(page);
  await panel.getByRole('textbox', { name: 'Name' }).fill('');
  await panel.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(panel.getByText('You must fill out "Name"')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Name' }).fill('My own copy');
  await panel.getByRole('button', { name: 'Duplicate', exact: true }).click();
  // A message stays for a few seconds only, and the other page may take longer.
  await expect(page.getByText('Created “My own copy”. Nobody else has it yet.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My own copy' })).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
});

test('typing goes on while the code of the input that it shows is loading', { tag: '@long' }, async ({
  page,
}) => {
  const name = `slowly_shown_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(kind text, details jsonb default '{}') returns text
      language sql as $$ select kind || details $$;
    grant execute on function shop.${name} to sample_runner`);
  const id = await addCommand(page.request, name);
  const headers = { 'x-demo-user-id': 'demo-dana' };
  const api = `/api/v1/${SANDBOX.orgId}`;
  const { anchor_ol } = await (await page.request.get(`${api}/deep-kits-6/${id}`, { headers })).json();
  const details = anchor_ol.kit_run_schema.find(({ key }: { key: string }) => key === 'details');
  const conditions = { shown: [{ key: 'kind', test: 'is', values: ['with details'] }] };
  const changed = await page.request.patch(`${api}/kits/${id}/li-inputs/${details.lego_instance_input_id}`, {
    headers,
    data: { conditions },
  });
  expect(changed.status()).toBe(200);
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}`);
  await isLive(page);
  await expect(field(page, 'Details')).toBeHidden();
  const load = await holdRequests(page, /_next\/static\/chunks/);
  await field(page, 'Kind').pressSequentially('with details and more');
  await expect(field(page, 'Kind')).toHaveValue('with details and more');
  load();
  await field(page, 'Kind').fill('with details');
  await expect(field(page, 'Details')).toBeVisible();
});
