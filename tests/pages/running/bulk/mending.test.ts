import { afterEach, beforeAll, test } from 'vitest';
import { withWorker } from '../../../support/app/worker';
import { expect } from '../../support/expectations';
import { person } from '../../support/locator';
import { fetchFromOwnServer } from '../../support/own-server';
import { page } from '../../support/page';
import { call } from '../../support/requests';
import { withSandbox } from '../../support/sandbox';
import { addCommand, builderPath, changeSource } from '../../support/source';

withSandbox();
withWorker();

let id = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.send_back(order_id integer, amount numeric) returns text language plpgsql as $$
      begin
        if amount > 100 then raise exception 'Order % has less than that', order_id; end if;
        return order_id || ' ' || amount;
      end $$;
    grant execute on function shop.send_back to sample_runner`);
  id = await addCommand('send_back');
  await call('PATCH', `/kits/${id}`, { warningTag: null });
});

const panel = () => page.getByRole('dialog', { name: 'Bulk run' });
const field = (name: RegExp) => panel().getByRole('textbox', { name });
const rows = () => panel().getByRole('table', { name: 'Rows to run' });
const cell = (name: string) => rows().getByRole('button', { name: `Edit ${name}` });
const editor = (name: string) => rows().getByRole('textbox', { name, exact: true });

test('problems are fixed where they are shown, one after the other, and rows keep their ticks', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  // The focus is anywhere in the panel.
  await panel().getByRole('button', { name: 'Close', exact: true }).focus();
  await person().paste('4x\t1\n42\ttwo\n43\t3\n44\tfour');
  await expect(panel().getByRole('button', { name: 'Run 1' })).toBeEnabled();
  await rows().getByRole('checkbox', { name: 'Run row 3' }).uncheck();
  // No row comes from a run, so none is compared with the one above it.
  await expect(rows().getByRole('columnheader', { name: 'Differs from row above' })).toHaveCount(0);

  await cell('Order ID, row 1').click();
  await expect(editor('Order ID, row 1')).toHaveValue('4x');
  await editor('Order ID, row 1').fill('41');
  await page.keyboard.press('Tab');
  await editor('Amount, row 2').fill('2,000.5');
  await page.keyboard.press('Escape');
  await expect(cell('Amount, row 2')).toHaveText('two');
  await cell('Amount, row 2').click();
  await editor('Amount, row 2').fill('$20.50');
  await page.keyboard.press('Enter');
  await expect(cell('Amount, row 2')).toBeFocused();
  // What a person types means what it means in the form.
  await expect(cell('Amount, row 2')).toContainText('20.50');
  await expect(panel().getByRole('button', { name: 'Run 2' })).toBeEnabled();
  await expect(rows().getByRole('checkbox', { name: 'Run row 3' })).not.toBeChecked();
  await expect(field(/^Order ID/)).toHaveValue('41\n42\n43\n44');

  // Closed by a slip, nothing of it is lost.
  await page.keyboard.press('Escape');
  await expect(panel()).toHaveCount(0);
  await page.getByRole('button', { name: 'Bulk run' }).click();
  await expect(field(/^Order ID/)).toHaveValue('41\n42\n43\n44');
  await panel().getByRole('button', { name: 'Start over' }).click();
  await expect(field(/^Order ID/)).toHaveValue('');
});

test('rows that failed or were left out are changed and run, with the numbers that they had', async () => {
  await page.goto(builderPath(id, '&panel=bulk'));
  await field(/^Order ID/).paste('51\t1\n52\t2000\n5x\t3');
  await panel().getByRole('button', { name: 'Run 2' }).click();
  const question = page.getByRole('dialog', { name: 'Run “send_back” 2 times?' });
  await question.getByRole('button', { name: 'Run 2' }).click();
  await expect(panel().getByRole('button', { name: 'Run 1 failed again' })).toBeVisible();
  await expect(panel().getByText('Row 3 has a problem and was left out.')).toBeVisible();
  await expect(panel().getByRole('columnheader', { name: 'Error' })).toBeVisible();

  // Rows run again only after the question that the command asks before any run.
  await panel().getByRole('button', { name: 'Run 1 failed again' }).click();
  const again = page.getByRole('dialog', { name: 'Run “send_back” again, once?' });
  await expect(again).toContainText('May change data');
  await again.getByRole('button', { name: 'Cancel' }).click();

  await panel().getByRole('link', { name: 'Change it and run it' }).click();
  await expect(cell('Order ID, row 3')).toHaveText('5x');
  await page.goBack();

  await panel().getByRole('link', { name: 'Change failed rows' }).click();
  await expect(panel().getByText(/^Failed rows of run \d+/)).toBeVisible();
  await expect(cell('Order ID, row 2')).toHaveText('52');
  await expect(cell('Order ID, row 2')).toBeFocused();
  // The columns have the form's names.
  await expect(panel().getByLabel('Column for Order ID')).toHaveText('Type valuesOrder IDAmount');
  const reason = rows().getByText('Order 52 has less than that');
  await expect(reason).toBeVisible();
  await cell('Amount, row 2').click();
  await editor('Amount, row 2').fill('20');
  await page.keyboard.press('Enter');
  // It stays: the rows below don't move away from a press.
  await expect(reason).toBeVisible();
  await panel().getByRole('button', { name: 'Run 1', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Run “send_back” once?' })
    .getByRole('button', { name: 'Run 1' })
    .click();
  await expect(panel().getByRole('table', { name: 'Rows of the bulk run' })).toContainText('52 20');
  // The earlier failure no longer waits for anyone.
  const left = 'filter=is_bulk_parent:true&filter=status:failed&filter=is_dealt_with:false';
  expect(await call<unknown[]>('GET', `/skinny-runs?filter=kit_id:${id}&${left}`)).toEqual([]);
});

/** The connection drops while the server answers such a request, once. */
function loseAnswer(path: RegExp): void {
  let isLost = false;
  globalThis.fetch = async (input, init) => {
    const response = await fetchFromOwnServer(input, init);
    if (isLost || !path.test(String(input))) return response;
    isLost = true;
    throw new TypeError('Failed to fetch');
  };
}
afterEach(() => {
  globalThis.fetch = fetchFromOwnServer;
});

const bulkRuns = () => call<unknown[]>('GET', `/skinny-runs?filter=kit_id:${id}&filter=is_bulk_parent:true`);

test('rows whose start got no answer run once, however often Run is pressed', async () => {
  const before = (await bulkRuns()).length;
  await page.goto(builderPath(id, '&panel=bulk'));
  await field(/^Order ID/).paste('61\t1\n62\t2000');
  await expect(panel().getByRole('button', { name: 'Run 2' })).toBeEnabled();
  const run = async () => {
    await panel().getByRole('button', { name: 'Run 2' }).click();
    await page
      .getByRole('dialog', { name: /2 times\?$/ })
      .getByRole('button', { name: 'Run 2' })
      .click();
  };
  loseAnswer(/run-bulk-async-ii$/);
  await run();
  await expect(panel().getByText('The bulk run may not have started')).toBeVisible();
  await run();
  const again = panel().getByRole('button', { name: 'Run 1 failed again' });
  await expect(again).toBeVisible();
  expect(await bulkRuns()).toHaveLength(before + 1);

  loseAnswer(/rerun-failed$/);
  const rerun = async () => {
    await again.click();
    await page
      .getByRole('dialog', { name: /again, once\?$/ })
      .getByRole('button', { name: 'Run 1' })
      .click();
  };
  await rerun();
  await expect(page.getByText(/^The rows could not be run again\./)).toBeVisible();
  await rerun();
  await expect(panel().getByText(/failed rows of run \d+, run again/)).toBeVisible();
  expect(await bulkRuns()).toHaveLength(before + 2);
});

test('a result that cannot be read is said to be so when its rows are chosen', async () => {
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${id}`);
  const params = { order_id: 71, amount: 1 };
  const ended = await call<{ run_id: number }>('POST', '/run-sync', {
    kitId: id,
    olId: anchor_ol.ol_id,
    params,
  });
  await page.goto(builderPath(id, '&panel=bulk'));
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    if (path.includes(`/runs/${ended.run_id}`)) throw new TypeError('Failed to fetch');
    const response = await fetchFromOwnServer(input, init);
    if (!path.includes('/skinny-runs?')) return response;
    const runs = (await response.json()) as Record<string, unknown>[];
    return Response.json(runs.map((run) => ({ ...run, payload_format: 'json.multiset.rowwise' })));
  };
  await panel().getByRole('button', { name: 'From a result' }).click();
  await panel()
    .getByRole('region', { name: 'Results to take rows from' })
    .getByRole('button', { name: /71/ })
    .click();
  await expect(
    page.getByText(new RegExp(`^The result of run ${ended.run_id} could not be read\\.`)),
  ).toBeVisible();
});
