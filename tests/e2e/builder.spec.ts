import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey';
import { field, openCommand, pressRun, resultCards, waitForOutcome } from './support/steps';

test('the palette finds a command and goes there, by keyboard', async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByText('Find orders').waitFor();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.type('refund an');
  await expect(palette.getByText('Find orders')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Refund an order' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});

test('values come in as JSON, and from a previous run', async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await field(page, 'row_limit').fill('4');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'JSON Input' }).click();
  const panel = page.getByRole('dialog', { name: 'JSON Input' });
  const editor = panel.getByRole('textbox', { name: 'Values as JSON' });
  await expect(panel.locator('.cm-content')).toBeVisible();
  await editor.fill('{"row_limit": "4"');
  await expect(panel.getByText('JSON is not valid')).toBeVisible();
  await editor.fill('{"row_limit": "2", "category": "Tents"}');
  await expectAccessible(page, '[role="dialog"]');
  await panel.getByRole('button', { name: 'Insert' }).click();
  await expect(field(page, 'category')).toHaveValue('Tents');
  await expect(field(page, 'row_limit')).toHaveValue('2');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Previous Runs' }).click();
  const runs = page.getByRole('dialog', { name: 'Previous Runs' });
  await expectAccessible(page, '[role="dialog"]');
  await runs.getByRole('button', { name: 'Use these values' }).first().click();
  await expect(field(page, 'row_limit')).toHaveValue('4');
});

test('the values of the run that an address names are taken over, and the address names it no more', async ({
  page,
}) => {
  await openCommand(page, 'Best sellers');
  await field(page, 'row_limit').fill('6');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await expect(page).toHaveURL(/#run-\d+$/);
  const runId = /#run-(\d+)/.exec(page.url())?.[1];
  await page.getByRole('button', { name: 'Clear' }).click();
  await openCommand(page, 'Best sellers', `&injectParamsFrom=${runId}`);
  await expect(field(page, 'row_limit')).toHaveValue('6');
  await expect(page).not.toHaveURL(/injectParamsFrom/);
});

test('older names in an address still lead to the command and its input', async ({ page }) => {
  await openCommand(page, 'Find orders');
  const id = new URL(page.url()).searchParams.get('id');
  await page.goto(`/sandbox/builder?kitId=${id}&pushboardInputKey=min_amount`);
  await expect(page).toHaveURL(new RegExp(`[?&]id=${id}`));
  await expect(field(page, 'min_amount')).toBeFocused();
});

test('a press on Run that is a double click runs once', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  await page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).dblclick();
  await waitForOutcome(page, 'Success');
  await expect(resultCards(page)).toHaveCount(1);
});
