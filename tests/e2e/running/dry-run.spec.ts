import { expect } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { call } from '../support/sharing';
import { isLive, resultCards, SANDBOX, waitForOutcome } from '../support/steps';

test('a dry run shows what would change, and the run itself changes it', async ({ page }) => {
  const name = `dry_${process.pid}`;
  await changeSource(`
    create table if not exists shop.${name}_rows (note text);
    create or replace function shop.${name}(note text) returns table (kept text) language sql as
      $$ insert into shop.${name}_rows values (note); select note from shop.${name}_rows $$;
    grant select, insert on shop.${name}_rows to sample_runner;
    grant execute on function shop.${name} to sample_runner`);
  const id = await addCommand(page.request, name);
  await call(page, 'PATCH', `/kits/${id}`, { warningTag: 'updates_data' });
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}`);
  await isLive(page);
  await page.getByRole('region', { name: 'Inputs' }).getByLabel('Note').fill('First');
  await page.getByRole('button', { name: 'Dry run' }).click();
  const card = await waitForOutcome(page, 'Success');
  await expect(card.getByText('This was a dry run. Everything was undone.')).toBeVisible();
  await expect(card.getByRole('row', { name: `shop.${name}_rows 1 0 0` })).toBeVisible();
  await expectAccessible(page);

  // What was typed is still there, and nothing was kept.
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(resultCards(page)).toHaveCount(2);
  const again = await waitForOutcome(page, 'Success');
  await expect(again.getByText('1 row').first()).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/history`);
  await expect(page.getByRole('link', { name: `${name} · Dry run` }).first()).toBeVisible();
  await changeSource(`drop function shop.${name}; drop table shop.${name}_rows`);
});
