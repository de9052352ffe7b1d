import { expect, type Locator } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { changeSource } from '../support/sample-source';
import { isLive, SANDBOX } from '../support/steps';

const library = `/${SANDBOX.slug}/commands`;

/** As from the clipboard, which a page without permission cannot write. */
const paste = (box: Locator, text: string) =>
  box.evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test.describe('connecting a database', () => {
  // A connection that cannot be opened responds 422, which the browser logs.
  test.use({ expectedComplaints: [/422/] });

  test("names what is missing, shows the database's own error, and can save anyway", {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto(library);
    await isLive(page);
    await page.getByRole('button', { name: 'New command' }).click();
    await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
    const postgres = page.getByRole('group', { name: 'Postgres' });
    await postgres.getByRole('menuitem', { name: 'Functions and procedures' }).click();
    const panel = page.getByRole('dialog', { name: 'Add database' });
    await expect(panel.getByLabel('Nickname')).toHaveValue('Postgres');
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(panel.getByText('You must fill out "Host"')).toBeVisible();
    await expectAccessible(page);

    // A connection string that is pasted into any field fills them all.
    await paste(panel.getByLabel('Host'), 'postgres://runner:secret@db.invalid:6432/shop?sslmode=require');
    await expect(panel.getByLabel('Host')).toHaveValue('db.invalid');
    await expect(panel.getByLabel('Port')).toHaveValue('6432');
    await expect(panel.getByLabel('Database')).toHaveValue('shop');
    await expect(panel.getByLabel('Username')).toHaveValue('runner');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('secret');
    await panel.getByText('TLS', { exact: true }).click();
    await expect(panel.getByLabel('Mode')).toHaveValue('require');

    await panel.getByLabel('Nickname').fill('Unreachable');
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    // However long the form is, the reason for the failure is visible, at the field that it is about.
    await expect(panel.getByLabel('Host')).toBeFocused();
    await expect(panel.getByLabel('Host')).toHaveAccessibleDescription(/db\.invalid/);
    await expect(panel.getByText(/^The host "db\.invalid" was not found/)).toBeInViewport({ ratio: 0.9 });
    await expectAccessible(page);

    // Typed values survive a reload, except the password.
    await page.reload();
    await expect(panel.getByLabel('Host')).toHaveValue('db.invalid');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('');
    await panel.getByRole('button', { name: 'Connect', exact: true }).click();
    await panel.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByRole('dialog', { name: 'Add from Unreachable' })).toBeVisible();
    await expect(page.getByText('Error running diffs')).toBeVisible();
  });
});

test('routines are searched, selected, added one by one, and opened from the summary', async ({ page }) => {
  const routines = ['sync_one', 'sync_two', 'sync_three'];
  await changeSource(
    routines
      .map((name) => `create or replace function shop.${name}() returns int language sql as 'select 1'`)
      .join(';'),
  );
  try {
    await page.goto(library);
    await isLive(page);
    await page.getByRole('button', { name: 'New command' }).click();
    await expect(page.getByText('Existing connections')).toBeVisible();
    await page.getByRole('menuitem', { name: 'Sample shop' }).click();
    const panel = page.getByRole('dialog', { name: 'Add from Sample shop' });
    const add = panel.getByRole('button', { name: 'Add to Pushboard', exact: true });
    await expect(add).toBeDisabled();
    await panel.getByLabel('Search what the source has').fill('sync_');
    await panel.getByRole('button', { name: 'Select all 3: New at the source' }).click();
    await panel.getByRole('checkbox', { name: /sync_three/ }).uncheck();
    await expectAccessible(page);
    await add.click();
    await panel.getByRole('button', { name: 'All change' }).click();
    await add.click();
    const summary = page.getByRole('dialog', { name: 'Import summary' });
    await expect(summary.getByRole('img', { name: 'Added' })).toHaveCount(2);
    await expectAccessible(page);
    // The names are made for people, and can be changed at once.
    const name = summary.getByRole('textbox', { name: 'Name of shop.sync_one()' });
    await expect(name).toHaveValue('Sync one');
    await name.fill('Sync the first one');
    await name.press('Enter');
    await summary.getByRole('button', { name: 'Configure Sync the first one' }).click();
    await expect(page.getByRole('dialog', { name: 'Configure Sync the first one' })).toBeVisible();
    await page.keyboard.press('Escape');
    const opening = page.waitForEvent('popup');
    await summary.getByRole('link', { name: 'Open Sync the first one in a new tab' }).click();
    const opened = await opening;
    await expect(opened.getByRole('heading', { level: 1, name: 'Sync the first one' })).toBeVisible();
    await expect(opened.getByText('Changes data')).toBeVisible();
    await opened.close();
  } finally {
    await changeSource(routines.map((name) => `drop function if exists shop.${name}()`).join(';'));
  }
});
