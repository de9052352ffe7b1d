import { expect, type Page } from '@playwright/test';
import excel from 'exceljs';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, resultCards, SANDBOX } from '../support/steps';

/** Each journey has a routine of its own, since a command of one is offered only once. */
let routine = '';
let commandId: number;

test.beforeEach(async ({ request }, { testId }) => {
  routine = `note_order_${testId.slice(-8)}`;
  await changeSource(`create or replace function shop.${routine}(order_id integer, note text default null) returns text
    language plpgsql stable as $$ begin
      if order_id = 3 then raise exception 'Order 3 is closed'; end if;
      return order_id || coalesce(note, '');
    end $$;
    grant execute on function shop.${routine} to sample_runner`);
  commandId = await addCommand(request, routine);
});
test.afterEach(() => changeSource(`drop function shop.${routine}`));

async function openBulkPanel(page: Page) {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Bulk run' }).click();
  const panel = page.getByRole('dialog', { name: 'Bulk run' });
  await expect(panel.getByText('The rows appear here.')).toBeVisible();
  return panel;
}

test('many rows at once: typed, checked, run, and the failed one again', async ({ page }) => {
  const panel = await openBulkPanel(page);
  const orders = panel.getByRole('textbox', { name: 'Order ID' });
  await orders.fill('1\n2\n3');
  await panel.getByRole('textbox', { name: 'Note' }).fill('a\nb');
  await expect(panel.getByRole('alert')).toHaveText(
    'All fields must have 1 value, 0 values, or the same number of multiple values',
  );
  await panel.getByRole('textbox', { name: 'Note' }).fill('!');
  await orders.fill('1\n2\nx\n3');
  const rows = panel.getByRole('table', { name: 'Rows to run' });
  await expect(rows.getByRole('row')).toHaveCount(5);
  await expect(rows.getByRole('row').nth(3)).toContainText('Must be a whole number');
  await expect(rows.getByRole('checkbox', { name: 'Run row 3' })).toBeDisabled();
  await expect(rows.getByRole('row').nth(2)).toContainText('Order ID 1 2');
  await expect(rows.getByRole('link', { name: 'Open row 2 in a new tab' })).toHaveAttribute(
    'href',
    /params=.*2/,
  );
  await expectAccessible(page);

  await expect(panel.getByRole('button', { name: 'Run 3' })).toBeEnabled();
  await orders.press('Control+Enter');
  await expect(panel.getByText('3 of 3')).toBeVisible();
  // The form behind the panel has the same shortcut.
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(panel.getByRole('row').nth(3)).toContainText('Order 3 is closed');
  await expectAccessible(page);
  await page.reload();
  await expect(panel.getByText('3 of 3')).toBeVisible();

  await changeSource(`create or replace function shop.${routine}(order_id integer, note text default null) returns text
    language sql stable as 'select note'`);
  await panel.getByRole('button', { name: 'Run 1 failed again' }).click();
  await expect(panel.getByText('1 of 1')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect(panel.getByText(/failed rows of run \d+, run again/)).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  const card = resultCards(page).first();
  await expect(card.getByText('3 rows')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Show the rows' })).toBeVisible();
});

test('rows of a file: columns are matched, and the history lists them below their bulk run', {
  tag: '@long',
}, async ({ page }) => {
  const panel = await openBulkPanel(page);
  const csv = 'NOTE;order id;rest\nfirst;1;x\n;2;x\nthird;bad;x\n';
  await panel
    .getByLabel('File with rows')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(panel.getByText('orders.csv 3 rows · 3 columns · 2 matched')).toBeVisible();
  await expect(panel.getByRole('combobox', { name: 'Column for Order ID' })).toHaveValue('1');
  await expect(panel.getByRole('row').nth(3)).toContainText('Must be a whole number');

  const book = new excel.Workbook();
  const sheet = book.addWorksheet('Orders');
  sheet.addRows([
    ['Order ID', 'Note'],
    [1, 'first'],
    [2, null],
  ]);
  const buffer = Buffer.from(await book.xlsx.writeBuffer());
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await panel.getByLabel('File with rows').setInputFiles({ name: 'orders.xlsx', mimeType, buffer });
  await expect(panel.getByText('orders.xlsx 2 rows · 2 columns · 2 matched')).toBeVisible();
  await panel.getByRole('button', { name: 'Run 2' }).click();
  await expect(panel.getByText('2 of 2')).toBeVisible();

  await page.goto(`/${SANDBOX.slug}/history`);
  const list = page.getByRole('table', { name: 'Runs' });
  await expect(list.getByRole('row').filter({ hasText: routine })).toHaveCount(1);
  await expect(list.getByRole('row').nth(1)).toContainText('2 rows');
  await isLive(page);
  await list.getByRole('button', { name: new RegExp(`^Rows of run .*${routine}`) }).click();
  await expect(list.getByRole('row').filter({ hasText: routine })).toHaveCount(3);
  await expectAccessible(page);
});
