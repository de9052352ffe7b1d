import { beforeAll, test } from 'vitest';
import { withWorker } from '../../../support/app/worker';
import { expect } from '../../support/expectations';
import { page } from '../../support/page';
import { withSandbox } from '../../support/sandbox';
import { addCommand, builderPath, changeSource, linkDropdown } from '../../support/source';

withSandbox();
withWorker();

let id = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.depots() returns table (code integer, name text) language sql
      as $$ values (7, 'Berlin'), (9, 'Oslo'), (12, 'Springfield'), (40, 'Springfield') $$;
    create or replace function shop.move_stock(depot integer, note text) returns text language sql
      as 'select depot::text';
    grant execute on function shop.depots, shop.move_stock to sample_runner`);
  id = await addCommand('move_stock');
  await linkDropdown(id, 'depot', await addCommand('depots'));
});

const panel = () => page.getByRole('dialog', { name: 'Bulk run' });

test('rows name the options of a dropdown as the form shows them', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  await panel().getByRole('textbox', { name: 'Depot' }).fill('Berlin\noslo\n7\nSpringfield\nRome');
  await panel().getByRole('textbox', { name: 'Note' }).fill('a');
  const cells = (row: number) => panel().locator('tbody tr').nth(row);
  await expect(cells(0)).toContainText('Berlin 7');
  await expect(cells(1)).toContainText('oslo 9');
  await expect(cells(3)).toContainText(
    '“Springfield” is the name of several options. Write the value that is meant, such as 12 or 40',
  );
  await expect(cells(4)).toContainText('“Rome” is not an option of its dropdown');
  await expect(panel().getByRole('button', { name: 'Run 3' })).toBeEnabled();
  await panel().getByRole('button', { name: 'Run 3' }).click();
  const rows = page.getByRole('table', { name: 'Rows of the bulk run' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('9');
});
