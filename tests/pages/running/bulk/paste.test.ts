import { beforeAll, test } from 'vitest';
import { withWorker } from '../../../support/app/worker';
import { expect } from '../../support/expectations';
import { page } from '../../support/page';
import { withSandbox } from '../../support/sandbox';
import { addCommand, builderPath, changeSource } from '../../support/source';

withSandbox();
withWorker();

let id = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.pay_back(order_id integer, amount numeric, paid_on date default null) returns text
      language sql as 'select order_id || '' '' || amount';
    grant execute on function shop.pay_back to sample_runner`);
  id = await addCommand('pay_back');
});

const panel = () => page.getByRole('dialog', { name: 'Bulk run' });
const field = (name: RegExp) => panel().getByRole('textbox', { name });
const row = (at: number) => panel().getByRole('table', { name: 'Rows to run' }).locator('tbody tr').nth(at);

test('a table that is pasted fills the columns, and each row says in full what is wrong with it', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  await field(/^Order ID/).paste('41\t1.50\n\n4x\t2.50\n43\ttwo\n4y\t5');
  await expect(panel().getByText('Pasted table')).toBeVisible();
  await expect(field(/^Amount/)).toHaveValue('1.50\n2.50\ntwo\n5');
  // Its rows have the numbers of the pasted lines.
  await expect(row(1)).toContainText('3');
  await expect(row(1)).toContainText('Order ID: Must be a whole number');
  await expect(row(2)).toContainText('Amount: Must be a number');
  await expect(panel().getByRole('button', { name: 'Run 1' })).toBeEnabled();
  await expect(panel().getByRole('list', { name: 'Problems' }).getByRole('listitem').first()).toHaveText(
    /^2 rows.*Order ID: Must be a whole number.*rows 3, 5$/,
  );

  // A header line is matched as that of a file, wherever it is pasted.
  await field(/^Amount/).paste('Paid on\tOrder ID\tAmount\n2026-11-02\t44\t4.50\n');
  await expect(field(/^Order ID/)).toHaveValue('44');
  await expect(field(/^Paid on/)).toHaveValue('2026-11-02');
  await panel().getByRole('button', { name: 'Run 1' }).click();
  // Each input has a column.
  const started = page.getByRole('table', { name: 'Rows of the bulk run' });
  await expect(started.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(started).toContainText('444.50');
});

test('numbers and dates may be written as the person writes them, and the row shows what is meant', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  await field(/^Order ID/).paste(
    '41\t1,234.50\t12/31/2026\n1,042\t2,000\t1/2/2026\n43\t2,5\t1/3/2026\n44\t9.25\t1/4/2026',
  );
  await expect(row(0)).toContainText('1,234.50 1234.50');
  await expect(row(0)).toContainText('12/31/2026 2026-12-31');
  await expect(row(1)).toContainText('1,042 1042');
  await expect(row(2)).toContainText('Most rows write decimals with a point');
  await panel().getByRole('button', { name: 'Run 3' }).click();
  await expect(page.getByRole('table', { name: 'Rows of the bulk run' })).toContainText('411234.50');
});
