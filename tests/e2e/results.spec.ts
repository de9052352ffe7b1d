import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, test } from './support/journey';
import { field, openCommand, pressRun, waitForOutcome } from './support/steps';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a table is filtered, sorted, copied from, and its columns hidden', async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const firstCell = (place: number) => card.getByRole('row').nth(1).getByRole('gridcell').nth(place);
  await expect(firstCell(0)).toHaveText('1');
  await card.getByRole('button', { name: 'rank', exact: true }).click();
  await card.getByRole('button', { name: 'rank', exact: true }).click();
  await expect(firstCell(0)).toHaveText('20');
  await card.getByLabel('Filter the rows').fill('junior');
  await expect(card.getByText(/^\d+ of 20 rows$/)).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByRole('button', { name: 'Column sku', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Only rows that contain…' }).click();
  const filter = card.getByLabel('Only rows whose sku contains');
  await expect(filter).toBeFocused();
  await filter.fill('TEN');
  await expect(card.getByText(/^\d+ of 20 rows$/)).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveCount(0);
  await expect(card.getByRole('button', { name: /^sku/ })).toBeFocused();
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByRole('button', { name: 'Column sku', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(card.getByRole('columnheader', { name: 'sku' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: '1 hidden' })).toBeVisible();
  await firstCell(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy row' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\t')).toHaveLength(6);
});

test('one walks through a table by keyboard, and copies the cell one is at', async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const grid = card.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(card.locator('[data-active]')).toHaveText(/^[A-Z]{3}-\d{4}$/);
  const active = await card.locator('[data-active]').textContent();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(active);
});

test('a result fills the screen, and back leads to the builder', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await card.getByRole('button', { name: 'Show this result on the full screen' }).click();
  const whole = page.getByRole('dialog', { name: 'Full-screen output' });
  await expect(whole.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
  await whole.getByRole('button', { name: 'Back to Monthly revenue' }).click();
  await expect(whole).toBeHidden();
});

test('JSON opens and closes, is searched, and tells the path of a value', async ({ page }) => {
  await openCommand(page, 'Customer profile');
  await field(page, 'customer_id').fill('42');
  await pressRun(page);
  const tree = (await waitForOutcome(page, 'Success')).getByRole('region', { name: 'Result as JSON' });
  await expect(tree.getByText('"country"')).toBeVisible();
  await expect(tree.getByText('"spent"')).toBeHidden();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(tree.getByText('"spent"')).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await tree.getByRole('button', { name: 'Copy the path $.orders.spent' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$.orders.spent');
  await page.getByRole('button', { name: 'Collapse' }).click();
  await page.getByLabel(/Search the JSON/).fill('spent');
  await expect(page.getByText('1 found')).toBeVisible();
});

test('the whole result is downloaded, though the page shows its first rows', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  await field(page, 'year').fill('2025');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const coming = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download as CSV' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(13);
});
