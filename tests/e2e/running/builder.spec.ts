import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { people } from '../support/people';
import {
  builderPath,
  field,
  openCommand,
  pressRun,
  resultCards,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';

test('the palette finds a command and goes there, by keyboard', async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  // Before the person types: what they used last, the pages, and actions.
  await palette.getByText('All my organizations').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('refund an');
  await expect(palette.getByText('Find orders')).toBeHidden();
  // Enter opens what is chosen, which follows the list a moment later.
  await expect(palette.locator('[data-selected]')).toHaveText(/Refund an order/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Refund an order' })).toBeVisible();
  // A verb comes first, people are found by name, and Enter opens what is chosen.
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('share best');
  await expect(palette.locator('[data-selected]')).toHaveText(/Share Best sellers/);
  await expect(palette.locator('mark').first()).toBeVisible();
  await palette.getByRole('textbox').fill('maria');
  await expect(palette.locator('[data-selected]')).toHaveText(/Maria Keller/);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page).toHaveTitle(/Refund an order/);
  await expectAccessible(page);
});

test('values come in as JSON, and from a previous run', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await field(page, 'Row limit').fill('4');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'JSON input' }).click();
  const panel = page.getByRole('dialog', { name: 'JSON input' });
  const editor = panel.getByRole('textbox', { name: 'Values as JSON' });
  await expect(panel.locator('.cm-content')).toBeVisible();
  await editor.fill('{"row_limit": "4"');
  await expect(panel.getByText('JSON is not valid')).toBeVisible();
  await editor.fill('{"row_limit": "2", "category": "Tents"}');
  await expectAccessible(page, '[role="dialog"]');
  await panel.getByRole('button', { name: 'Insert' }).click();
  await expect(field(page, 'Category')).toHaveValue('Tents');
  await expect(field(page, 'Row limit')).toHaveValue('2');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Previous runs' }).click();
  const runs = page.getByRole('dialog', { name: 'Previous runs' });
  await expect(runs).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
  await runs.getByRole('button', { name: 'Use these values' }).first().click();
  await expect(field(page, 'Row limit')).toHaveValue('4');
});

test('the values of the run in the address are taken over, and the address loses it', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await field(page, 'Row limit').fill('6');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await expect(page).toHaveURL(/#run-\d+$/);
  const runId = /#run-(\d+)/.exec(page.url())?.[1];
  await page.getByRole('button', { name: 'Clear' }).click();
  await openCommand(page, 'Best sellers', `&injectParamsFrom=${runId}`);
  await expect(field(page, 'Row limit')).toHaveValue('6');
  await expect(page).not.toHaveURL(/injectParamsFrom/);
});

test('older parameter names still lead to the command and its input', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Find orders');
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`/sandbox/builder?kitId=${id}&pushboardInputKey=min_amount`);
  await expect(page).toHaveURL(new RegExp(`[?&]id=${id}`));
  await expect(field(page, 'Min amount')).toBeFocused();
});

test('a double click on Run runs once', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  await page
    .getByRole('region', { name: 'Inputs' })
    .getByRole('button', { name: 'Run', exact: true })
    .dblclick();
  await waitForOutcome(page, 'Success');
  await expect(resultCards(page)).toHaveCount(1);
});

test.describe('a locked input', () => {
  const NAME = 'Look up products';

  test('is unlocked by an engineer from the form, its default kept or cleared, and not by a runner', {
    tag: '@long',
  }, async ({ page, browser, sessionOf }) => {
    const id = (await builderPath(page, NAME)).replace(/^.*id=/, '');
    const headers = { 'x-demo-user-id': people.admin };
    const command = await page.request.get(`/api/v1/${SANDBOX.orgId}/deep-kits-6/${id}`, { headers });
    const [input] = (await command.json()).anchor_ol.kit_run_schema;
    const place = `/api/v1/${SANDBOX.orgId}/kits/${id}/li-inputs/${input.lego_instance_input_id}`;
    const lock = { lockDefaultValue: true, defaultValue: ['SKU-118'] };
    expect((await page.request.patch(place, { headers, data: lock })).status()).toBe(200);

    const other = await browser.newContext({ storageState: await sessionOf('runner') });
    const runner = await other.newPage();
    await openCommand(runner, NAME);
    await expect(runner.getByText('Set by the command')).toBeVisible();
    await expect(runner.getByRole('button', { name: /Unlock/ })).toHaveCount(0);
    await other.close();

    await openCommand(page, NAME);
    await page.getByRole('button', { name: `Unlock ${input.key}` }).click();
    await page.getByRole('button', { name: 'Keep the default' }).click();
    await expect(page.getByText(`${input.key} is unlocked`)).toBeVisible();
    await expect(page.locator(`[data-field="${input.key}"]`).getByText('SKU-118')).toBeVisible();

    expect((await page.request.patch(place, { headers, data: lock })).status()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: `Unlock ${input.key}` }).click();
    await page.getByRole('button', { name: 'Clear the default' }).click();
    await expect(page.getByText('Set by the command')).toHaveCount(0);
    const after = await (
      await page.request.get(`/api/v1/${SANDBOX.orgId}/deep-kits-6/${id}`, { headers })
    ).json();
    expect(after.anchor_ol.kit_run_schema[0]).toMatchObject({
      lock_default_value: false,
      default_value: null,
    });
  });
});
