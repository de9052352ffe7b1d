import { expect, type Locator, type Page } from '@playwright/test';
import { withAppDatabase } from './support/app-database';
import { expectAccessible, test } from './support/journey';
import { addCommand, changeSource } from './support/sample-source';
import { field, isLive, SANDBOX } from './support/steps';

// Dropdowns have no owner among the commands that a journey adds, so they are taken back here.
test.afterEach(async () => {
  await withAppDatabase(async (client) => {
    await client.query('update command_input set dropdown_id = null, dropdown_linked_by = null');
    await client.query('delete from dropdown');
  });
});

/** A command with a text and a list of texts, of a routine that no other journey uses. */
async function ownCommand(page: Page, suffix: string): Promise<number> {
  const name = `chosen_${suffix}_${process.pid}`;
  await changeSource(`
    create or replace function shop.${name}(country text, tags text[] default '{}') returns text
      language sql as 'select country';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

async function openInput(page: Page, commandId: number, key: string): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: new RegExp(`^${key}`) }).click();
  return page.getByRole('dialog', { name: `Edit ${key}` });
}

test('an input gets a dropdown with hardcoded values, which is shared, changed, and unlinked', async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'hardcoded');
  const input = await openInput(page, commandId, 'country');
  await input.getByRole('button', { name: 'Add Dropdown' }).click();
  const choose = page.getByRole('dialog', { name: 'Add Dropdown' });
  await expect(
    choose.getByText(
      "You haven't created any dropdowns yet. You can hardcode values or pull the values from the output of another command.",
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await choose.getByRole('button', { name: 'New Dropdown' }).click();
  await page.getByRole('menuitem', { name: 'Hardcoded Values' }).click();

  const name = page.getByRole('dialog', { name: 'Choose Dropdown Name' });
  await name.getByRole('button', { name: 'Next' }).click();
  await expect(name.getByText('You must fill out "Name"')).toBeVisible();
  await name.getByRole('textbox', { name: 'Name' }).fill('Countries');
  await name.getByRole('button', { name: 'Next' }).click();
  const values = page.getByRole('dialog', { name: 'Hardcoded Values' });
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(values.getByText('Error: no enum options provided')).toBeVisible();
  await values.getByRole('textbox', { name: 'Values' }).fill('DE\nnew_zealand\n\nDE\n');
  await expectAccessible(page);
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(input.getByText('Countries')).toBeVisible();

  // The list of texts shares it.
  await page.getByRole('button', { name: 'Back to the previous panel' }).last().click();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: /^tags/ })
    .click();
  const tags = page.getByRole('dialog', { name: 'Edit tags' });
  await tags.getByRole('button', { name: 'Add Dropdown' }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(choose.getByText('Error: No command selected')).toBeVisible();
  await choose.getByPlaceholder('Command name, parameter, directory').fill('country');
  await expect(choose.getByRole('cell', { name: '[ Hardcoded ]', exact: true })).toBeVisible();
  await choose.getByRole('cell', { name: 'Countries', exact: true }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(tags.getByText('Countries')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.reload();
  await isLive(page);
  await field(page, 'Country').click();
  await expect(page.getByRole('option')).toHaveText(['DE', 'new_zealand']);
  await page.getByRole('option', { name: 'DE' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('article').first()).toContainText('DE');

  // Everyone's list of dropdowns, for admins.
  await page.goto(`/${SANDBOX.slug}/dropdowns`);
  await isLive(page);
  const row = page.getByRole('row', { name: /Countries/ });
  await expect(row).toContainText('[ Hardcoded ]');
  await expect(row).toContainText('country');
  await expect(row).toContainText('tags');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Countries' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Countries' });
  await edit.getByRole('textbox', { name: 'Values' }).fill('DE\nAT');
  await expectAccessible(page);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Edit successful!')).toBeVisible();

  const again = await openInput(page, commandId, 'country');
  await again.getByRole('button', { name: 'Edit Dropdown' }).click();
  await expect(edit.getByRole('textbox', { name: 'Values' })).toHaveValue('DE\nAT');
  await edit.getByRole('button', { name: 'Switch / Create' }).click();
  const change = page.getByRole('dialog', { name: 'Switch Dropdown' });
  await change.getByRole('cell', { name: 'Countries', exact: true }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText("Already selected. Clink 'Unlink' button to remove.")).toBeVisible();
  await change.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Edit successful!')).toBeVisible();
});
