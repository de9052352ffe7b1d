import { expect, type Route } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('a result of thousands of rows is sorted, filtered, and paged through as a whole', {
  tag: '@long',
}, async ({ page, request }) => {
  const routine = `many_rows_${process.pid}`;
  await changeSource(`
    create function shop.${routine}() returns table (id integer, amount numeric, city text) language sql as
      $body$ select i, (5000 - i) * 0.5, (array['Boston', 'Paris'])[i % 2 + 1] from generate_series(1, 5000) i $body$;
    grant execute on function shop.${routine} to sample_runner`);
  const commandId = await addCommand(request, routine);
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const first = card.getByRole('row').nth(1).getByRole('gridcell').first();
  await expect(card.getByText('A page at a time')).toBeVisible();
  await expect(first).toHaveText('1');
  await expect(card.getByText('1–1,000 of 5,000')).toBeVisible();
  await expectAccessible(page, '[aria-label="Results"]');

  // While the server sorts, the rows stay, and a screen reader is told; another click takes the place of the first.
  const held: Route[] = [];
  const bySort = ({ searchParams }: URL) => searchParams.has('sort');
  await page.route(bySort, (route) => void held.push(route));
  const dropped = page.waitForEvent(
    'requestfailed',
    (sent) => new URL(sent.url()).searchParams.get('sort') === '2',
  );
  await card.getByRole('button', { name: 'city', exact: true }).click();
  await expect(card.getByRole('status').filter({ hasText: 'Sorting…' })).toHaveCount(1);
  await expect(first).toHaveText('1');
  await card.getByRole('button', { name: 'amount', exact: true }).click();
  expect((await dropped).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(first).toHaveText('1');
  await expect.poll(() => held.length).toBe(2);
  await held[1]?.continue();
  await page.unroute(bySort);
  await expect(first).toHaveText('5000');
  await expect(card.getByRole('status').filter({ hasText: 'Sorting…' })).toHaveCount(0);
  await card.getByLabel('Go to a row from 1 to 5,000').fill('4,500');
  await page.keyboard.press('Enter');
  await expect(card.getByText('4,001–5,000 of 5,000')).toBeVisible();
  await expect(card.getByRole('gridcell', { name: '501', exact: true })).toBeInViewport();
  await card.getByRole('button', { name: 'Rows before' }).click();
  await expect(first).toHaveText('2000');

  await card.getByLabel('Filter the rows').fill('boston');
  await expect(card.getByText('2,500 of 5,000 rows')).toBeVisible();
  await expect(first).toHaveText('5000');
  await card.getByLabel('Filter the rows').fill('nowhere');
  await expect(card.getByText('No row contains this.')).toBeVisible();
  await card.getByRole('button', { name: 'Show all' }).click();
  await expect(card.getByText('1–1,000 of 5,000')).toBeVisible();

  await first.click();
  await page.keyboard.press('Space');
  const row = card.getByRole('region', { name: 'The whole value of row 5,000' });
  await expect(row.getByText('"Boston"')).toBeVisible();
  await row.getByRole('button', { name: 'Close the value' }).click();
  await card.getByRole('button', { name: 'Column amount' }).click();
  await expect(page.getByText('1,000 rows on this page: 1,000 different')).toBeVisible();
  await expect(page.getByText('249,750')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await first.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy all as' }).hover();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  await expect(page.getByText('Results copied to clipboard as JSON')).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toHaveLength(1000);
  expect(copied[0]).toEqual({ id: 5000, amount: '0.0', city: 'Boston' });
  await changeSource(`drop function shop.${routine}`);
});
