import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, SANDBOX } from '../support/steps';

const library = `/${SANDBOX.slug}/commands`;

/** Opens the panel that adds from the sample database. */
async function openSource(page: Page) {
  await page.goto(library);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Sample shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Add from Sample shop' });
  await expect(panel.getByLabel('Search what the source has')).toBeVisible();
  return panel;
}

test('changes, deletions, and returns are shown before they are synced, row by row', async ({ page }) => {
  const drop = `do $$ declare r record; begin
    for r in select p.oid::regprocedure as id from pg_proc p where p.proname like 'e2e\\_%' loop
      execute 'drop function ' || r.id; end loop; end $$`;
  await changeSource(`${drop};
    create function shop.e2e_more(item int, reason text default 'none') returns int language sql as 'select 1';
    create function shop.e2e_gone() returns int language sql as 'select 2'`);
  try {
    const more = await addCommand(page.request, 'e2e_more');
    await addCommand(page.request, 'e2e_gone');
    await changeSource(`drop function shop.e2e_more; drop function shop.e2e_gone;
      create function shop.e2e_more(item bigint, dry boolean default false, reason text default 'none')
        returns int language sql as 'select 1';
      create function shop.e2e_new() returns int language sql as 'select 3'`);

    const panel = await openSource(page);
    await panel.getByLabel('Search what the source has').fill('e2e_');
    await expect(panel.getByRole('button', { name: /^No longer at the source/ })).toBeVisible();
    await expect(panel.getByText('dry boolean = false')).toBeVisible();
    await expect(panel.getByText('new, has a default')).toBeVisible();
    await expect(panel.getByText('item integer', { exact: true })).toBeVisible();
    await expect(panel.getByText('item bigint', { exact: true })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Add to Pushboard', exact: true })).toBeDisabled();
    await expectAccessible(page);

    await panel.getByRole('checkbox', { name: /e2e_more/ }).check();
    await panel.getByRole('checkbox', { name: /e2e_gone/ }).check();
    await panel.getByRole('checkbox', { name: /e2e_new/ }).check();
    await expect(panel.getByText('1 to add, 1 to update, 1 to delete')).toBeVisible();
    // What the new function does to data is not declared, so it is asked.
    await panel.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    await expect(panel.getByText('What does it do to data?')).toBeVisible();
    await expectAccessible(page);
    await panel.getByText('Reads', { exact: true }).click();
    await expect(panel.getByText('What does it do to data?')).toBeHidden();
    await panel.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete a command?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    const summary = page.getByRole('dialog', { name: 'Import summary' });
    await expect(summary.getByText('1 added, 1 updated, 1 deleted')).toBeVisible();
    await expectAccessible(page);

    await summary.getByRole('button', { name: 'Add more' }).click();
    await panel.getByLabel('Search what the source has').fill('e2e_');
    await expect(panel.getByRole('button', { name: /^Already added, no changes/ })).toBeVisible();
    await expect(panel.getByRole('button', { name: /^Changed at the source/ })).toHaveCount(0);

    // Restored things are offered again, under their own heading.
    await changeSource(`create function shop.e2e_gone() returns int language sql as 'select 2'`);
    await panel.getByRole('button', { name: 'Compare again' }).click();
    await expect(panel.getByRole('button', { name: /^Deleted here, back/ })).toBeVisible();
    await panel.getByRole('checkbox', { name: /e2e_gone/ }).check();
    await panel.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    await expect(summary.getByText('1 brought back')).toBeVisible();
    const opening = page.waitForEvent('popup');
    await summary.getByRole('link', { name: 'Open e2e_gone in a new tab' }).click();
    const opened = await opening;
    await expect(opened.getByRole('heading', { level: 1, name: 'e2e_gone' })).toBeVisible();
    await opened.close();

    await page.goto(`/${SANDBOX.slug}/builder?id=${more}`);
    await expect(page.getByRole('heading', { level: 1, name: 'e2e_more' })).toBeVisible();
    await expect(page.getByText('Dry', { exact: true })).toBeVisible();
  } finally {
    await changeSource(drop);
  }
});
