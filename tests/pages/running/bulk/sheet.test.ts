import { beforeAll, test, vi } from 'vitest';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { withWorker } from '../../../support/app/worker';
import { expect } from '../../support/expectations';
import { page } from '../../support/page';
import { SANDBOX } from '../../support/people';
import { call } from '../../support/requests';
import { withSandbox } from '../../support/sandbox';
import { addCommand, builderPath, changeSource } from '../../support/source';

withSandbox();
withWorker();

let id = 0;
let parentId = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.doubled(n integer) returns integer language plpgsql stable as $$ begin
      if n < 0 then raise exception 'negative'; end if;
      return n * 2;
    end $$;
    grant execute on function shop.doubled to sample_runner`);
  id = await addCommand('doubled');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${id}`);
  const made = await call<{ run_id: number }>('POST', '/run-bulk-async-i', {
    olId: anchor_ol.ol_id,
    kitId: id,
    runramsList: [{ n: 4 }, { n: -1 }, { n: -2 }, { n: 77_701 }],
  });
  parentId = made.run_id;
  await call('POST', '/run-bulk-async-ii', { parentRunId: parentId, kitId: id });
  const hasEnded = async () =>
    (await call<{ end_time: string | null }>('GET', `/kits/${id}/runs/${parentId}/bulk`)).end_time !== null;
  await vi.waitUntil(hasEnded, { timeout: 20_000 });
});

const tableRows = () => page.getByRole('table', { name: 'Rows of the bulk run' }).locator('tbody tr');

test('a bulk run that has ended is in order, has its values, and is sorted by its headings', async () => {
  const address = panelAddress({ kind: 'bulk-run', commandId: id, runId: parentId });
  await page.goto(builderPath(id, `&panel=${address}`));
  await expect(tableRows()).toHaveCount(4);
  await expect(tableRows().first()).toContainText('8');
  await expect(page.getByRole('list', { name: 'Errors' }).getByRole('listitem')).toHaveText(
    /^2 rows.*negative.*rows 2, 3$/,
  );
  await page.getByRole('button', { name: 'Status' }).click();
  await expect(tableRows().first()).toContainText('negative');
  await page.getByRole('button', { name: 'Row', exact: true }).click();
  await page.getByRole('button', { name: 'Row', exact: true }).click();
  await expect(tableRows().first()).toContainText('155402');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('The results of all rows in one file, without 2 failed rows')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Excel with values and errors' })).toBeVisible();
});

test('the history has its counts, and downloads its rows', async () => {
  await page.goto(`/${SANDBOX.slug}/history`);
  const line = page.getByRole('table', { name: 'Runs' }).locator('tbody tr').first();
  await expect(line).toContainText('2 of 4 rows succeeded');
  await line.getByRole('button', { name: /^Actions for run/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Download the rows' })).toBeVisible();
});

test('a value of one of its rows is found in the history, and the row says what it is part of', async () => {
  await page.goto(`/${SANDBOX.slug}/history?q=77701`);
  await expect(page.getByText('1 row of a bulk run matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('button', { name: 'Only rows of bulk runs' })).toBeVisible();
  const line = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await expect(line).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('77701');
  await expect(line).toContainText(`Row of bulk run ${parentId}`);
  await line.getByRole('link').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Run ${parentId}` })
    .click();
  await expect(page.getByRole('dialog').last()).toContainText('4 of 4');
});
