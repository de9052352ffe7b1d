import { beforeAll, test } from 'vitest';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import { withWorker } from '../../support/app/worker';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
import { pressRun, resultCards, waitForOutcome } from '../support/steps';

withSandbox();
withWorker();

let command = 0;
beforeAll(async () => {
  await changeSource(`
    create or replace function shop.twenty() returns table (n integer, city text) language sql as
      $$ select n, case when n % 10 = 0 then 'Boston' else 'Berlin' end from generate_series(1, 20) n $$;
    create or replace function shop.two_tables() returns setof refcursor language plpgsql as $$
      declare a refcursor := 'a'; b refcursor := 'b'; begin
      open a for select 1 as first; return next a;
      open b for select i as second from generate_series(1, 12) i; return next b; end $$;
    create or replace function shop.thousands() returns table (n integer) language sql as
      $$ select generate_series(1, 2500) $$;
    grant execute on function shop.twenty, shop.two_tables, shop.thousands to sample_runner`);
  command = await addCommand('twenty');
});

test('what a person sees of a table survives a reload, and is in the history and in what is downloaded', async () => {
  await page.goto(builderPath(command));
  await pressRun();
  const card = await waitForOutcome('Success');
  await expect(card.getByRole('button', { name: 'Download as CSV' })).toBeVisible();
  await card.getByRole('textbox', { name: 'Filter the rows' }).fill('boston');
  await expect(card.getByText('2 of 20 rows')).toBeVisible();
  await card.getByRole('button', { name: 'n', exact: true }).click();
  await card.getByRole('button', { name: 'n', exact: true }).click();
  await expect(page).toHaveURL(/look=.*sort.*find/);

  const address = page.address();
  const runId = Number(/#run-(\d+)/.exec(address)?.[1]);
  await page.reload();
  const again = resultCards().first();
  await expect(again.getByText('2 of 20 rows')).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Filter the rows' })).toHaveValue('boston');
  await expect(again.getByRole('grid').getByRole('row').nth(1)).toContainText('20');
  await again.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: '2 shown rows as CSV' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'All 20 rows as CSV' })).toBeVisible();
  await again.getByRole('button', { name: 'Copy link to this run' }).click();
  await expect(page.getByText('Link copied. It opens these 2 rows.')).toBeVisible();

  const look = new URL(address, 'http://localhost').searchParams
    .getAll('look')
    .map(encodeURIComponent)
    .join('&look=');
  await page.goto(
    `${paths.history(SANDBOX.slug)}?panel=${panelAddress({ kind: 'run', runId })}&look=${look}`,
  );
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('2 of 20 rows')).toBeVisible();
  await panel.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: '2 shown rows' })).toBeVisible();
});

test('a filter over numbers compares them, and the address and the download keep it', async () => {
  await page.goto(builderPath(command));
  await pressRun();
  const card = await waitForOutcome('Success');
  await card.getByRole('button', { name: 'Column n', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Filter this column…' }).click();
  const filter = card.getByLabel('Only rows whose n contains');
  await expect(filter).toHaveAttribute('placeholder', 'e.g. >1000');
  await filter.fill('>17');
  await expect(card.getByText('3 of 20 rows')).toBeVisible();
  await expect(page).toHaveURL(/look=.*in/);
  await page.reload();
  const again = resultCards().first();
  await expect(again.getByText('3 of 20 rows')).toBeVisible();
  await again.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: '3 shown rows as CSV' })).toBeVisible();
});

test('rows that the server could not filter are not shown unfiltered', async () => {
  await changeSource(`
    create or replace function shop.many() returns table (n integer, city text) language sql as
      $$ select n, case when n % 10 = 0 then 'Boston' else 'Berlin' end from generate_series(1, 2500) n $$;
    grant execute on function shop.many to sample_runner`);
  await page.goto(builderPath(await addCommand('many')));
  await pressRun();
  const card = await waitForOutcome('Success');
  await expect(card.getByText('1–1,000 of 2,500')).toBeVisible();

  // Programs of a built Pushboard filter stored rows.
  const found = { rows: [[7, 'Boston']], numbers: [6], is_cut: false, matching_rows: 1, total_rows: 2500 };
  let isBroken = false;
  answerInstead((asked) => (!/\/rows\?/.test(asked) ? null : isBroken ? failed() : Response.json(found)));
  const filter = card.getByRole('textbox', { name: 'Filter the rows' });
  await filter.fill('boston');
  await expect(card.getByText('1 of 2,500 rows')).toBeVisible();
  isBroken = true;
  await filter.fill('ston');
  const alert = card.getByRole('alert');
  await expect(alert).toContainText(FAILED);
  await expect(card.getByRole('grid').getByRole('row')).toHaveCount(1);
  await expect(card.getByText(/of 2,500/)).toHaveCount(0);
  await card.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: /shown row/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('1 of 2,500 rows')).toBeVisible();
  await expect(card.getByRole('grid').getByRole('row').nth(1)).toContainText('Boston');
});

test('a new run is looked at as it comes', async () => {
  await page.goto(builderPath(command));
  await pressRun();
  const card = await waitForOutcome('Success');
  await card.getByRole('textbox', { name: 'Filter the rows' }).fill('boston');
  await expect(card.getByText('2 of 20 rows')).toBeVisible();
  await pressRun();
  await expect(resultCards()).toHaveCount(2);
  await expect(resultCards().first().getByRole('textbox', { name: 'Filter the rows' })).toHaveValue('');
});

test('hidden columns and the open table survive a reload', async () => {
  await page.goto(builderPath(command));
  await pressRun();
  const card = await waitForOutcome('Success');
  await card.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'city' }).click();
  await expect(page).toHaveURL(/look=.*hide/);
  await page.reload();
  await expect(resultCards().first().getByRole('button', { name: '1 hidden' })).toBeVisible();
  await expect(resultCards().first().getByRole('columnheader', { name: 'n' })).toBeVisible();
  await expect(resultCards().first().getByRole('columnheader', { name: 'city' })).toHaveCount(0);

  await page.goto(builderPath(await addCommand('two_tables')));
  await pressRun();
  const tables = await waitForOutcome('Success');
  await tables.getByRole('tab', { name: /^Result 2/ }).click();
  await tables.getByRole('textbox', { name: 'Filter the rows' }).fill('12');
  await expect(page).toHaveURL(/look=.*open/);
  await page.reload();
  await expect(resultCards().first().getByText('1 of 12 rows')).toBeVisible();
  await resultCards().first().getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: '1 shown row of Result 2 as CSV' })).toBeVisible();
});

test('an amount by itself is written as in tables, and whole numbers, which may be ids, as they are', async () => {
  await changeSource(`
    create or replace function shop.amount() returns numeric language sql as 'select 107054.90';
    create or replace function shop.number() returns integer language sql as 'select 107054';
    grant execute on function shop.amount, shop.number to sample_runner`);
  for (const [name, written] of [
    ['amount', '107,054.90'],
    ['number', '107054'],
  ] as const) {
    await page.goto(builderPath(await addCommand(name)));
    await pressRun();
    await expect((await waitForOutcome('Success')).getByText(written, { exact: true })).toBeVisible();
  }
});

test('a page of a large result begins without an active cell, and a row that is looked for is the active one', async () => {
  await page.goto(builderPath(await addCommand('thousands')));
  await pressRun();
  const card = await waitForOutcome('Success');
  const grid = card.getByRole('grid');
  await grid.press('ArrowDown');
  await expect(grid).toHaveAttribute('aria-activedescendant', /-0-0$/);
  await card.getByRole('button', { name: 'Rows after' }).click();
  await expect(grid).not.toHaveAttribute('aria-activedescendant', /./);
  await card.getByLabel('Go to a row from 1 to 2,500').fill('2,017');
  await page.keyboard.press('Enter');
  await expect(card.getByText('2,001–2,500 of 2,500')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-activedescendant', /-16-0$/);
});

test('a run that the address names already is opened again when it is chosen', async () => {
  await page.goto(builderPath(command));
  await pressRun();
  const card = await waitForOutcome('Success');
  await expect(page).toHaveURL(/#run-\d+$/);
  await card.getByRole('button', { name: 'Close this result' }).click();
  await expect(card.getByRole('grid')).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Previous runs' }).click();
  const runs = page.getByRole('dialog', { name: 'Previous runs' });
  await runs.getByRole('listitem').first().getByRole('button').first().click();
  await expect(card.getByRole('button', { name: 'Close this result' })).toBeVisible();
});
