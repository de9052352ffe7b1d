import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, test } from '../support/journey';
import { leaks } from '../support/leaks';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, SANDBOX } from '../support/steps';

const CANARY = 'canary of a default 65 7d1f0c';
const MD5 = createHash('md5').update(CANARY).digest('hex');

/** A command with a password, which databases have no type for. */
async function commandWithPassword(page: Page, suffix: string): Promise<number> {
  const name = `signs_in_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(who text, password text) returns text
      language sql as 'select who || '' '' || md5(password)';
    grant execute on function shop.${name} to sample_runner`);
  const commandId = await addCommand(page.request, name);
  await withAppDatabase((client) =>
    client.query(
      `update template_input set type = jsonb_set(type, '{inputType}', '"password"') where key = 'password'
         and template_id = (select template_id from command where command_id = $1)`,
      [commandId],
    ),
  );
  return commandId;
}

const builderPath = (commandId: number) => `/${SANDBOX.slug}/builder?id=${commandId}`;

async function openInput(page: Page) {
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: /^password/ }).click();
  return page.getByRole('dialog', { name: 'Edit password' });
}

const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));

test('S65 a password gets a default that nobody is shown again, and that runs use', { tag: '@long' }, async ({
  page,
}) => {
  const commandId = await commandWithPassword(page, 'default');
  await page.goto(builderPath(commandId));
  await isLive(page);
  let input = await openInput(page);
  await expect(input.getByText('It is encrypted, and never shown again.')).toBeVisible();
  await input.getByLabel('Default value').fill(CANARY);
  await input.getByRole('textbox', { name: 'Note' }).fill('Of the test system');
  // What was typed and not saved outlives a reload, but for the secret.
  await expect.poll(() => kept(page)).toContain('Of the test system');
  expect(await kept(page)).not.toContain(CANARY);
  await input.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(input.getByText('All changes saved')).toBeVisible();

  await page.goto(builderPath(commandId));
  await isLive(page);
  expect(await page.content()).not.toContain(CANARY);
  await expect(page.getByText('Of the test system · Leave empty to use the saved value.')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'who').fill('ann');
  await pressRun(page);
  await expect(page.getByText(`ann ${MD5}`)).toBeVisible();
  expect(await kept(page)).not.toContain(CANARY);

  input = await openInput(page);
  await expect(input.getByText('A value is saved. Fill in another one to replace it.')).toBeVisible();
  await expect(input.getByLabel('Default value')).toHaveValue('');
  await expectAccessible(page);
  await input.getByRole('button', { name: 'Remove the default' }).click();
  await input.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(input.getByText('All changes saved')).toBeVisible();
  await page.goto(builderPath(commandId));
  await expect(page.getByText('Leave empty to use the saved value.')).toBeHidden();
  expect(leaks(process.env.DATA_DIR ?? '', CANARY)).toEqual([]);
});

test('S10 a hidden input is told to engineers, and not to those who run the command', {
  tag: '@long',
}, async ({ page }) => {
  const commandId = await commandWithPassword(page, 'hidden');
  const base = `/api/v1/${SANDBOX.orgId}`;
  const read = async (as: string) => {
    const headers = { 'x-demo-user-id': as };
    return (await page.request.get(`${base}/deep-kits-6/${commandId}`, { headers })).text();
  };
  const { anchor_ol } = JSON.parse(await read('demo-dana'));
  const who = anchor_ol.kit_run_schema.find(({ key }: { key: string }) => key === 'who');
  const headers = { 'x-demo-user-id': 'demo-dana' };
  const hidden = await page.request.patch(
    `${base}/kits/${commandId}/li-inputs/${who.lego_instance_input_id}`,
    { headers, data: { hidden: true, defaultValue: 'canary-hidden' } },
  );
  expect(hidden.ok()).toBe(true);
  const shared = await page.request.post(`${base}/kits/${commandId}/share`, {
    headers,
    data: { recipients: [{ userId: 'demo-maria' }], skipTheSending: true },
  });
  expect(shared.ok()).toBe(true);
  expect(await read('demo-dana')).toContain('canary-hidden');
  expect(JSON.parse(await read('demo-maria'))).toMatchObject({ has_access: true });
  expect(await read('demo-maria')).not.toContain('canary-hidden');
});
