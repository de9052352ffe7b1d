import { describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';
import { field, pressRun, resultCards } from '../support/steps';

withSandbox();
withWorker();

/** A command with a text and a list of texts, of a routine that no other journey uses. */
async function ownCommand(suffix: string): Promise<number> {
  const name = `chosen_${suffix}`;
  await changeSource(`
    create or replace function shop.${name}(country text, tags text[] default '{}') returns text
      language sql as 'select country';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(name);
}

async function openInput(commandId: number, key: string): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('button', { name: new RegExp(`^${key}`) }).click();
  return page.getByRole('dialog', { name: `Edit ${key}` });
}

test('an input gets a dropdown with hardcoded values, which is shared, changed, and unlinked', async () => {
  // The sandbox comes with one.
  await prisma().commandInput.updateMany({ data: { dropdownId: null, dropdownLinkedBy: null } });
  await prisma().dropdown.deleteMany();
  const commandId = await ownCommand('hardcoded');
  const input = await openInput(commandId, 'country');
  await input.getByRole('button', { name: 'Add dropdown' }).click();
  await page.getByRole('menuitem', { name: 'An existing dropdown' }).click();
  const choose = page.getByRole('dialog', { name: 'Add dropdown' });
  await expect(
    choose.getByText(
      "You haven't created any dropdowns yet. You can hardcode values or pull the values from the output of another command.",
    ),
  ).toBeVisible();
  await choose.getByRole('button', { name: 'New dropdown' }).click();
  await page.getByRole('menuitem', { name: 'Hardcoded values' }).click();

  const values = page.getByRole('dialog', { name: 'Hardcoded values' });
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(values.getByText('You must fill out "Name"')).toBeVisible();
  await expect(values.getByText('Error: no enum options provided')).toBeVisible();
  await values.getByRole('textbox', { name: 'Name' }).fill('Countries');
  await values.getByRole('textbox', { name: 'Values' }).fill('DE\nnew_zealand\n\nDE\n');
  await values.getByRole('button', { name: 'Save' }).click();
  await expect(input.getByText('Countries')).toBeVisible();

  // The list of texts shares it.
  await input.getByRole('button', { name: 'Back to the previous panel' }).click();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: /^tags/ })
    .click();
  const tags = page.getByRole('dialog', { name: 'Edit tags' });
  await tags.getByRole('button', { name: 'Add dropdown' }).click();
  await page.getByRole('menuitem', { name: 'An existing dropdown' }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(choose.getByText('Error: No command selected')).toBeVisible();
  await choose.getByPlaceholder('Command name, parameter, folder').fill('country');
  await expect(choose.getByRole('cell', { name: '[ Hardcoded ]', exact: true })).toBeVisible();
  await choose.getByRole('cell', { name: 'Countries', exact: true }).click();
  await choose.getByRole('button', { name: 'Save' }).click();
  await expect(tags.getByText('Countries')).toBeVisible();
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await field('Country').click();
  await expect(page.getByRole('option')).toHaveText(['DE', 'new_zealand']);
  await page.getByRole('option', { name: 'DE' }).click();
  await pressRun();
  await expect(resultCards().first()).toContainText('DE');

  // Everyone's list of dropdowns, for admins.
  await page.goto(`/${SANDBOX.slug}/dropdowns`);
  const row = page.getByRole('row', { name: /Countries/ });
  await expect(row).toContainText('[ Hardcoded ]');
  await expect(row).toContainText('country');
  await expect(row).toContainText('tags');
  await row.getByRole('button', { name: 'Countries' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Countries' });
  await edit.getByRole('textbox', { name: 'Values' }).fill('DE\nAT');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  const again = await openInput(commandId, 'country');
  await again.getByRole('button', { name: 'Edit dropdown' }).click();
  await expect(edit.getByRole('textbox', { name: 'Values' })).toHaveValue('DE\nAT');
  await edit.getByRole('button', { name: 'Switch / create' }).click();
  const change = page.getByRole('dialog', { name: 'Switch dropdown' });
  await change.getByRole('cell', { name: 'Countries', exact: true }).click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText("Already selected. Clink 'Unlink' button to remove.")).toBeVisible();
  await change.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

describe('while another person changes the same dropdown', () => {
  test('what was typed is refused, and stays', async () => {
    const { dropdown_id: id } = await call<{ dropdown_id: number }>('POST', '/dropdowns', {
      name: 'Sizes',
      enum: ['S', 'M'],
    });
    await page.goto(`/${SANDBOX.slug}/dropdowns`);
    await page.getByRole('button', { name: 'Sizes' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Sizes' });
    await edit.getByRole('textbox', { name: 'Name' }).fill('Sizes of shirts');
    const values = ['S', 'M', 'L'];
    await call('PATCH', `/dropdowns/${id}`, { enum: values });
    // The second time, the change has been read again.
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await edit.getByRole('button', { name: 'Save' }).click();
      await expect(edit.getByText('Someone else has changed this in the meantime.')).toBeVisible();
      await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveValue('Sizes of shirts');
    }
    const now = await call('GET', '/dropdowns');
    expect(now).toContainEqual(expect.objectContaining({ name: 'Sizes', enum: values }));
    await edit.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(edit).toBeHidden();
    await page.getByRole('button', { name: 'Sizes' }).click();
    await expect(edit.getByRole('textbox', { name: 'Values' })).toHaveValue('S\nM\nL');
  });
});
