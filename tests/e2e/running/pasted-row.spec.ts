import { expect } from '@playwright/test';
import { test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { field, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a row of a spreadsheet fills the form, and earlier values are offered again', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const routine = `ship_order_${process.pid}`;
  await changeSource(`create function shop.${routine}(order_id integer, city text) returns text language sql as
      $$ select city $$;
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field(page, 'Order ID').focus();
    await page.keyboard.press('Control+v');
  };
  await paste('1\tBoston\n2\tParis');
  await expect(page.getByText('Paste one row at a time.')).toBeVisible();
  await expect(field(page, 'Order ID')).toHaveValue('');
  await paste('City\tOrder ID\nBoston\t42\n');
  await expect(field(page, 'Order ID')).toHaveValue('42');
  await expect(field(page, 'City')).toHaveValue('Boston');
  await pressRun(page);
  await waitForOutcome(page, 'Success');

  await page.reload();
  await isLive(page);
  await field(page, 'Order ID').focus();
  await expect(page.locator('datalist option[value="42"]')).toBeAttached();
  await changeSource(`drop function shop.${routine}`);
});
