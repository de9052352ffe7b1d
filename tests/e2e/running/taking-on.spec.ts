import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, resultCards, SANDBOX, waitForOutcome } from '../support/steps';

test('results of thousands of rows are compared, and rows of a result are run in bulk', {
  tag: '@long',
}, async ({ page, request }) => {
  const stock = `stock_${process.pid}`;
  const count = `count_item_${process.pid}`;
  await changeSource(`
    create function shop.${stock}(rows integer, sold integer) returns table (item_id integer, shelf text, left_over integer)
      language sql as $body$
        select i, 'Shelf ' || i % 40, case when i % 500 = 0 then 1000 - sold else 1000 end
        from generate_series(1, rows) i $body$;
    create function shop.${count}(item_id integer, remark text default null) returns text language sql as
      $body$ select item_id || coalesce(remark, '') $body$;
    grant execute on function shop.${stock}, shop.${count} to sample_runner`);
  const stockId = await addCommand(request, stock);
  const countId = await addCommand(request, count);
  const run = async (rows: string, sold: string) => {
    await field(page, 'Rows').fill(rows);
    await field(page, 'Sold').fill(sold);
    const before = await resultCards(page).count();
    await pressRun(page);
    await expect(resultCards(page)).toHaveCount(before + 1);
    await waitForOutcome(page, 'Success');
  };
  await page.goto(`/${SANDBOX.slug}/builder?id=${stockId}`);
  await isLive(page);
  await run('2500', '0');
  await run('2600', '3');

  // The rows that differ are beyond what a page of results has.
  await page.goto(`/${SANDBOX.slug}/history`);
  await isLive(page);
  const runs = page.getByRole('table', { name: 'Runs' });
  const mine = runs.getByRole('row').filter({ hasText: stock });
  await mine.nth(0).getByRole('checkbox').check();
  await mine.nth(1).getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Compare' }).click();
  const rows = page.getByRole('region', { name: 'Rows', exact: true });
  await expect(rows.getByText('105 rows differ')).toBeVisible();
  await expect(rows.getByText('~ 5 changed')).toBeVisible();
  await expect(rows.getByText('+ 100 added')).toBeVisible();
  await expect(rows.getByText('2,495 the same', { exact: true })).toBeVisible();
  await expect(rows.getByText('499 rows the same').first()).toBeVisible();
  await expect(rows.getByRole('combobox', { name: 'Match rows by' })).toHaveValue('item_id');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/${SANDBOX.slug}/builder?id=${stockId}`);
  await isLive(page);
  await run('3', '1');
  await page.goto(`/${SANDBOX.slug}/builder?id=${countId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Bulk run' }).click();
  const panel = page.getByRole('dialog', { name: 'Bulk run' });
  const choose = panel.getByRole('button', { name: 'From a result' });
  const results = panel.getByRole('region', { name: 'Results to take rows from' });
  await choose.click();
  await results.getByRole('textbox', { name: 'Find a command' }).fill(stock);
  await expect(results.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await results.getByRole('listitem').filter({ hasText: '2,500 rows' }).getByRole('button').click();
  await expect(panel.getByText(/2,500 rows · 3 columns · 1 matched/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Run 2,500' })).toBeEnabled();
  await choose.click();
  await results.getByRole('textbox', { name: 'Find a command' }).fill(stock);
  await results
    .getByRole('listitem')
    .filter({ hasText: stock })
    .filter({ hasText: '3 rows' })
    .getByRole('button')
    .click();
  await expect(panel.getByText(/3 rows · 3 columns · 1 matched/)).toBeVisible();
  await panel.getByRole('textbox', { name: 'Remark' }).fill('!');
  await panel.getByRole('button', { name: 'Run 3', exact: true }).click();
  await expect(panel.getByText('3 of 3')).toBeVisible();
  await expectAccessible(page);

  // Who made it can go back to where its rows came from.
  const source = /^Run \d+$/;
  await expect(panel.getByText('Rows from')).toBeVisible();
  await panel.getByRole('link', { name: source }).click();
  await expect(page.getByRole('dialog', { name: stock })).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/history`);
  await isLive(page);
  const bulk = runs.getByRole('row').filter({ hasText: count });
  await expect(bulk).toContainText(/3 rows · from run \d+/);
  await bulk.getByRole('link', { name: count }).click();
  const facts = page.getByRole('dialog', { name: count });
  await facts.getByRole('button', { name: source }).click();
  await expect(page.getByRole('dialog', { name: stock })).toBeVisible();
  await changeSource(`drop function shop.${stock}; drop function shop.${count}`);
});

test('a field of several lines offers what was entered there before', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const routine = `answer_customer_${process.pid}`;
  await changeSource(`create function shop.${routine}(message text) returns text language sql as
      $body$ select message $body$;
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  const address = `/${SANDBOX.slug}/builder?id=${commandId}`;
  await page.goto(address);
  await isLive(page);
  const message = field(page, 'Message');
  const texts = [
    'Dear Ada,\nyour order has left our house and will be with you tomorrow.',
    'Dear Zoe,\nwe are sorry.',
  ];
  for (const [place, text] of texts.entries()) {
    await message.fill(text);
    await pressRun(page);
    await expect(resultCards(page)).toHaveCount(place + 1);
    await waitForOutcome(page, 'Success');
  }
  await page.reload();
  await isLive(page);
  await message.focus();
  await expect(page.getByRole('button', { name: 'Earlier values' })).toBeVisible();
  await message.press('Alt+ArrowDown');
  const offered = page.getByRole('menuitem');
  await expect(offered).toHaveCount(2);
  await expect(offered.first()).toContainText('Dear Zoe,');
  await expectAccessible(page);
  await offered.nth(1).click();
  await expect(message).toHaveValue(texts[0] ?? '');
  await page.keyboard.press('Control+Enter');
  const card = await waitForOutcome(page, 'Success');
  await expect(card).toContainText('your order has left our house');
  await changeSource(`drop function shop.${routine}`);
});
