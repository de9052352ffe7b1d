import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, openCommand, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

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
  const [left = ''] = ((await card.getByText(/^\d+ of 20 rows$/).textContent()) ?? '').split(' ');
  await card.getByRole('button', { name: 'Copy what is shown' }).click();
  await expect(page.getByText('Results copied to clipboard')).toBeVisible();
  const shown = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(shown).toHaveLength(Number(left) + 1);
  await card.getByRole('button', { name: 'Show this result on the full screen' }).click();
  const whole = page.getByRole('dialog');
  await expect(whole.getByLabel('Filter the rows')).toHaveValue('junior');
  await expect(whole.getByText(`${left} of 20 rows`)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Show all' }).click();
  await card.getByRole('button', { name: 'Column sku', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Filter this column…' }).click();
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
  await page.getByRole('menuitem', { name: 'Pin to the left' }).click();
  await expect(card.getByRole('columnheader').first()).toContainText('sku');
  await expect(firstCell(0)).toHaveText(/^[A-Z]{3}-\d{4}$/);
  await page.setViewportSize({ width: 390, height: 844 });
  // From the edge of what scrolls, since that moves itself while the page becomes narrower.
  const leftOf = () =>
    card
      .getByRole('columnheader')
      .first()
      .evaluate((column) => {
        const scroller = column.closest('[role="grid"]')?.parentElement;
        return column.getBoundingClientRect().x - (scroller?.getBoundingClientRect().x ?? Number.NaN);
      });
  const stays = await leftOf();
  await card.getByRole('grid').focus();
  await page.keyboard.press('End');
  await expect(card.getByRole('columnheader').last()).toBeInViewport();
  await expect.poll(leftOf).toBeCloseTo(stays);
  await page.setViewportSize({ width: 1280, height: 720 });
  await card.getByRole('button', { name: 'Column sku', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Unpin column' }).click();
  await expect(firstCell(0)).toHaveText(/^\d+$/);
  await card.getByRole('button', { name: 'Column sku', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(card.getByRole('columnheader', { name: 'sku' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: '1 hidden' })).toBeVisible();
  await firstCell(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy row' }).click();
  await expect(page.getByText('Row copied to clipboard')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\t')).toHaveLength(6);
});

test('a table is navigated by keyboard, and the current cell is copied', { tag: '@long' }, async ({
  page,
}) => {
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
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(active);
});

test('a result is as wide as its form, however many columns its table has', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const routine = `many_columns_${process.pid}`;
  const columns = Array.from({ length: 20 }, (_, index) => `column_number_${index} integer`).join(', ');
  const values = Array.from({ length: 20 }, (_, index) => index).join(', ');
  await changeSource(`
    create function shop.${routine}() returns table (${columns}) language sql as 'select ${values}';
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  const widthOf = async (name: string) =>
    (await page.getByRole('region', { name }).boundingBox())?.width ?? Number.NaN;
  const cardWidth = async () =>
    (await page.getByRole('region', { name: 'Results' }).getByRole('article').boundingBox())?.width;
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await pressRun(page);
  await (await waitForOutcome(page, 'Success')).getByRole('grid').waitFor();
  await expect.poll(cardWidth).toBe(await widthOf('Inputs'));
  await expectNoSidewaysScroll(page);
  await changeSource(`drop function shop.${routine}`);
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  await (await waitForOutcome(page, 'Success')).getByRole('grid').waitFor();
  await expect.poll(cardWidth).toBe(await widthOf('Inputs'));
});

test('a result fills the screen, and back leads to the builder', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await card.getByRole('button', { name: 'Show this result on the full screen' }).click();
  const whole = page.getByRole('dialog', { name: 'Full-screen output' });
  await expect(whole.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
  await whole.getByRole('button', { name: 'Back to Best sellers' }).click();
  await expect(whole).toBeHidden();
});

test('JSON opens and closes, is searched, and shows the path of a value', async ({ page }) => {
  await openCommand(page, 'Customer profile');
  await field(page, 'Customer ID').fill('42');
  await pressRun(page);
  const tree = (await waitForOutcome(page, 'Success')).getByRole('region', { name: 'Result as JSON' });
  await expect(tree.getByText('"country"')).toBeVisible();
  await expect(tree.getByText('"spent"')).toBeHidden();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(tree.getByText('"spent"')).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await tree.getByRole('button', { name: 'Copy the path $.orders.spent' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('$.orders.spent');
  await page.getByRole('button', { name: 'Collapse' }).click();
  await page.getByLabel(/Search the JSON/).fill('spent');
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(tree.locator('mark')).toHaveText('spent');
  await page.getByLabel(/Search the JSON/).press('Enter');
  await expect(page.getByText('1 of 1')).toBeVisible();
});

test('a list of objects under a key is a table whose nested values open, or JSON', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const routine = `tickets_${process.pid}`;
  await changeSource(`
    create function shop.${routine}() returns json language sql as $body$
      select '{"total": 2, "data": [
        {"id": 1, "subject": "Tent", "by": {"name": "Ana"}}, {"id": 2, "late": true, "by": {"name": "Ivo"}}]}'::json
    $body$;
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByRole('columnheader')).toHaveText([/^id/, /^subject/, /^by/, /^late/]);
  await expect(card.getByText('Also in JSON: total.')).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');

  const grid = card.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const whole = card.getByRole('region', { name: 'The whole value of by' });
  await expect(whole).toBeFocused();
  await expect(whole.getByText('"Ana"')).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');
  await whole.getByRole('button', { name: 'Close the value' }).click();
  await expect(grid).toBeFocused();
  await grid.getByRole('button', { name: 'Open the whole value' }).nth(1).click();
  await expect(whole.getByText('"Ivo"')).toBeVisible();

  await card.getByRole('radiogroup', { name: 'Look at the result as' }).getByText('JSON').click();
  await expect(card.getByRole('region', { name: 'Result as JSON' }).getByText('"total"')).toBeVisible();
  await page.reload();
  // The view of this command's results is remembered.
  await expect((await waitForOutcome(page, 'Success')).getByText('"total"')).toBeVisible();
  await changeSource(`drop function shop.${routine}`);
});

test('numbers over time are also a chart, which is described in words', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Monthly revenue');
  await field(page, 'Year').fill('2025');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await card.getByRole('radiogroup', { name: 'Look at the result as' }).getByText('Chart').click();
  const chart = card.getByRole('img', { name: /^Line chart of revenue by month: 12 values, from .* to / });
  await expect(chart.locator('path').first()).toBeVisible();
  await expect(card.getByRole('img', { name: /^Line chart of / })).toHaveCount(3);
  await expectAccessible(page, '[aria-label="Results"]');
  await chart.hover();
  await expect(chart.getByText(/^2025-\d\d-01/).last()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await card.getByRole('radiogroup').getByText('Table').click();
  await expect(card.getByRole('grid')).toBeVisible();
});

test('the whole result is downloaded, although the page shows only its first rows', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Monthly revenue');
  await field(page, 'Year').fill('2025');
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const coming = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download as CSV' }).click();
  const text = await readFile(await (await coming).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(13);
});
