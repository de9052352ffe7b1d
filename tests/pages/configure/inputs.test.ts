import { test } from 'vitest';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';

withSandbox();

/** A command that no other journey uses, of a routine with an enum and three texts. */
async function ownCommand(suffix: string): Promise<number> {
  const name = `laid_out_${suffix}`;
  await changeSource(`
    do $$ begin create type shop.laid_out_speed as enum ('slow', 'fast'); exception when duplicate_object then null; end $$;
    create or replace function shop.${name}(first text, second text, third text default null,
        speed shop.laid_out_speed default 'slow') returns text
      language sql as 'select first';
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(name);
}

async function openInputs(commandId: number): Promise<Locator> {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await page.getByRole('button', { name: 'Configure' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await panel.getByRole('tab', { name: 'Inputs' }).click();
  await panel.getByRole('list').last().waitFor();
  return panel;
}

const saved = () => expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();

test('several inputs are changed at once, and the form follows before anything is saved', async () => {
  const panel = await openInputs(await ownCommand('several'));
  await panel.getByRole('button', { name: 'Edit several' }).click();
  await panel.getByRole('checkbox', { name: 'second' }).check();
  await panel.getByRole('checkbox', { name: 'third' }).check();
  await panel.getByRole('combobox', { name: 'Hidden?' }).click();
  await page.getByRole('option', { name: 'Hidden' }).click();
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await expect(preview.getByText('Third')).toBeHidden();
  await expect(panel.getByText(/^No one could run this command: second would be required/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await panel.getByRole('combobox', { name: 'Required?' }).click();
  await page.getByRole('option', { name: 'Optional (NULL)' }).click();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await saved();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByRole('button', { name: /^second/ })).toContainText('Hidden');
  await expect(panel.getByRole('button', { name: /^first/ })).not.toContainText('Hidden');
});

test('S86 an input is made a secret, and after a question is shown again', async () => {
  const panel = await openInputs(await ownCommand('sealed'));
  await panel.getByRole('button', { name: /^second/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Second' });
  const secret = editor.getByRole('switch', { name: 'Secret' });
  await expect(secret).not.toBeChecked();
  await secret.click();
  await saved();
  await expect(secret).toBeChecked();
  await secret.click();
  await page.getByRole('button', { name: 'Show values' }).click();
  await expect(secret).not.toBeChecked();
});
