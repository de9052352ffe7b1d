import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { answerInstead, FAILED, failed } from '../support/answers';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

const library = `/${SANDBOX.slug}/commands`;

/** Opens the panel that adds from the sample database. */
async function openSource(): Promise<Locator> {
  await page.goto(library);
  await page.getByRole('button', { name: 'New command' }).click();
  await page.getByRole('menuitem', { name: 'Sample shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Add from Sample shop' });
  await expect(panel.getByLabel('Search what the source has')).toBeVisible();
  return panel;
}

test('nothing is added while the folders could not be read, and a failed comparison leaves the rows', async () => {
  await changeSource(`create function shop.e2e_kept() returns int language sql as 'select 1'`);
  try {
    answerInstead((asked) => (/\/directories\?.*only=names/.test(asked) ? failed() : null));
    const { credentialId } = await prisma().credential.findFirstOrThrow({ where: { name: 'Sample shop' } });
    // Other than the library, this page has no folders. Once the library was open, they are remembered.
    await page.goto(`/${SANDBOX.slug}/history?panel=sync:${credentialId}`);
    const panel = page.getByRole('dialog', { name: 'Add from Sample shop' });
    await expect(panel.getByText(FAILED)).toBeVisible();
    await panel.getByLabel('Search what the source has').fill('e2e_kept');
    await panel.getByRole('button', { name: /^Select all 1/ }).click();
    const add = panel.getByRole('button', { name: 'Add to Pushboard', exact: true });
    await expect(add).toBeDisabled();
    answerInstead((asked) => (/\/diff$/.test(asked) ? failed() : null));
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('combobox', { name: 'Folder' })).toBeVisible();
    await expect(add).toBeEnabled();
    await panel.getByRole('button', { name: 'Compare again' }).click();
    await expect(panel.getByText(`This may be out of date. ${FAILED}`)).toBeVisible();
    await expect(panel.getByText('shop.e2e_kept')).toBeVisible();
  } finally {
    await changeSource('drop function shop.e2e_kept');
  }
});

test('unwanted things are ignored, and can be offered again', async () => {
  await changeSource(`create or replace function shop.e2e_dull() returns int language sql as 'select 1'`);
  try {
    const panel = await openSource();
    // Screen readers take a second banner for the head of another page.
    await expect(page.getByRole('banner')).toHaveCount(1);
    await panel.getByLabel('Search what the source has').fill('e2e_dull');
    await panel.getByRole('button', { name: 'Ignore shop.e2e_dull()' }).click();
    await expect(panel.getByRole('button', { name: /^Ignored/ })).toBeVisible();
    await expect(panel.getByRole('button', { name: /^New at the source/ })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Offer again: shop.e2e_dull()' }).click();
    await expect(panel.getByRole('button', { name: /^New at the source/ })).toBeVisible();
  } finally {
    await changeSource('drop function shop.e2e_dull');
  }
});

test('an engineer syncs one command next to its inputs, and reads the error', async () => {
  await changeSource(`create function shop.e2e_one(item int) returns int language sql as 'select 1'`);
  try {
    const id = await addCommand('e2e_one');
    await changeSource(`drop function shop.e2e_one;
      create function shop.e2e_one(item int, weight numeric) returns int language sql as 'select 1'`);
    await page.goto(`${library}?panel=configure:${id}&configure-tab=inputs`);
    const panel = page.getByRole('dialog', { name: 'Configure e2e_one' });
    await expect(panel.getByText('1 input')).toBeVisible();
    await panel.getByRole('button', { name: 'Sync inputs' }).click();
    await expect(page.getByText('Sync successful!')).toBeVisible();
    await expect(panel.getByRole('button', { name: /^weight/ })).toBeVisible();

    await changeSource('drop function shop.e2e_one');
    await panel.getByRole('button', { name: 'Sync inputs' }).click();
    await expect(panel.getByRole('alert')).toContainText('no longer exists at the source');
  } finally {
    await changeSource('drop function if exists shop.e2e_one');
  }
});

test('what is added without saying what it does to data is asked for at the button, and at the first row', async () => {
  await changeSource(`
    create function shop.e2e_ask_a() returns int language sql as 'select 1';
    create function shop.e2e_ask_b() returns int language sql as 'select 1'`);
  try {
    const panel = await openSource();
    await panel.getByLabel('Search what the source has').fill('e2e_ask');
    await panel.getByRole('button', { name: /^Select all 2/ }).click();
    const add = panel.getByRole('button', { name: 'Add to Pushboard', exact: true });
    await add.click();
    await expect(panel.getByText('Choose what these 2 do to data')).toBeVisible();
    const first = panel.getByRole('radiogroup', { name: 'What shop.e2e_ask_a() does to data' });
    await expect(first.getByLabel('Reads')).toBeFocused();
    await first.getByText('Reads').click();
    await expect(panel.getByText('Choose what 1 of them does to data')).toBeVisible();
    await panel.getByRole('button', { name: 'All change' }).click();
    // The question stays where it was, so that no row moves under the pointer.
    await expect(panel.getByText('You chose what these 2 do to data')).toBeVisible();
    await expect(panel.getByText('2 to add')).toBeVisible();
    await expect(first.getByLabel('Reads')).toBeChecked();
  } finally {
    await changeSource('drop function shop.e2e_ask_a; drop function shop.e2e_ask_b');
  }
});

test('a search that hides the row to choose for is cleared, so that the row is seen', async () => {
  await changeSource(`
    create function shop.e2e_hide_a() returns int language sql as 'select 1';
    create function shop.e2e_hide_b() returns int language sql as 'select 1'`);
  try {
    const panel = await openSource();
    const search = panel.getByLabel('Search what the source has');
    await search.fill('e2e_hide');
    await panel.getByRole('button', { name: /^Select all 2/ }).click();
    await search.fill('e2e_hide_b');
    await expect(panel.getByText('shop.e2e_hide_a')).toHaveCount(0);
    await panel.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    await expect(search).toHaveValue('');
    const first = panel.getByRole('radiogroup', { name: 'What shop.e2e_hide_a() does to data' });
    await expect(first.getByLabel('Reads')).toBeFocused();
  } finally {
    await changeSource('drop function shop.e2e_hide_a; drop function shop.e2e_hide_b');
  }
});
