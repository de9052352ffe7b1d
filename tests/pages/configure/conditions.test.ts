import { test } from 'vitest';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';
import { addCommand, changeSource } from '../support/source';
import { field, pressRun } from '../support/steps';

withSandbox();
withWorker();

/** A command that no other journey uses. */
async function ownCommand(suffix: string): Promise<{ id: number; name: string }> {
  const name = `conditional_${suffix}`;
  await changeSource(`
    create or replace function shop.${name}(kind text, first date, last date, amount numeric default 1) returns text
      language sql as $$ select concat_ws(' ', kind, coalesce(amount::text, 'nothing')) $$;
    grant execute on function shop.${name} to sample_runner`);
  return { id: await addCommand(name), name };
}

async function openPanel(id: number, panel: string) {
  await page.goto(`/${SANDBOX.slug}/builder?id=${id}&panel=${panel}`);
}

test('an input is shown only when another one says so, and what was typed meanwhile is not sent', async () => {
  const { id } = await ownCommand('shown');
  await openPanel(id, `configure:${id}&configure-tab=inputs`);
  await page.getByRole('button', { name: /^amount/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit amount' });
  const rule = editor.getByRole('group', { name: 'Show only when' });
  await rule.getByRole('button', { name: 'Add a condition' }).click();
  // Not before its person has been at it.
  await expect(rule.getByLabel('Value', { exact: true })).toBeVisible();
  await expect(rule.getByText('You must fill out "Value"')).toBeHidden();
  await rule.getByLabel('Value', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(rule.getByText('You must fill out "Value"')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await rule.getByLabel('Value', { exact: true }).fill('partial');
  await page.keyboard.press('Enter');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const panel = page.getByRole('dialog', { name: /^Configure / });
  await expect(panel.getByRole('button', { name: /^amount/ })).toContainText('Conditional');
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  await expect(field('Amount')).toBeHidden();
  await field('Kind').fill('partial');
  await field('Amount').fill('5');
  await field('First').fill('2026-01-01');
  await field('Last').fill('2026-01-02');
  await page.keyboard.press('Escape');
  await pressRun();
  await expect(page.getByRole('region', { name: 'Results' }).getByText('partial 5')).toBeVisible();
  await field('Kind').fill('full');
  await expect(field('Amount')).toBeHidden();
  await pressRun();
  await expect(page.getByRole('region', { name: 'Results' }).getByText('full 1')).toBeVisible();
});

test('a check starts with the input that it was opened from', async () => {
  const { id } = await ownCommand('opened');
  await openPanel(id, `configure:${id}&configure-tab=inputs`);
  await page.getByRole('button', { name: /^amount/ }).click();
  const editor = page.getByRole('dialog', { name: 'Edit amount' });
  await editor.getByRole('button', { name: 'Limits and checks' }).click();
  const panel = page.getByRole('dialog', { name: 'Limits and checks' });
  await panel.getByRole('button', { name: 'Add a check' }).click();
  await expect(panel.getByRole('combobox', { name: 'Input', exact: true })).toHaveValue('Amount');
});

test('a check across inputs stops a run with the message of its engineer', async () => {
  const { id } = await ownCommand('checked');
  await openPanel(id, `configure:${id}&configure-tab=inputs`);
  await page.getByRole('button', { name: 'Limits and checks' }).click();
  const panel = page.getByRole('dialog', { name: 'Limits and checks' });
  await expect(panel.getByText('No checks yet')).toBeVisible();
  await panel.getByRole('button', { name: 'Add a check' }).click();
  const check = panel.getByRole('listitem').first();
  await check.getByRole('combobox', { name: 'Input', exact: true }).click();
  await page.getByRole('option', { name: 'Last' }).click();
  await check.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'must be after' }).click();
  await check.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'First' }).click();
  await expect(check.getByRole('textbox', { name: 'Message' })).toHaveValue(/ must be after /);
  await check.getByRole('textbox', { name: 'Message' }).fill('The end must be after the start');
  await panel.getByRole('button', { name: 'Add a check' }).click();
  const limit = panel.getByRole('listitem').nth(1);
  await limit.getByRole('combobox', { name: 'Input', exact: true }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  // A value that the input can't have is marked where it was typed.
  await limit.getByRole('textbox', { name: 'Value' }).fill('two hundred');
  await limit.getByRole('textbox', { name: 'Message' }).fill('At most 500 at a time');
  await limit.getByRole('textbox', { name: 'Message' }).focus();
  await expect(limit.getByText('Must be a number')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await limit.getByRole('textbox', { name: 'Value' }).fill('500');
  await limit.getByRole('textbox', { name: 'Message' }).fill('At most 500 at a time');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await field('Kind').fill('x');
  await field('First').fill('2026-01-02');
  await field('Last').fill('2026-01-01');
  await page.keyboard.press('Escape');
  await pressRun();
  await expect(page.getByText('The end must be after the start').first()).toBeVisible();
  await expect(field('Last')).toBeFocused();
  await field('Last').fill('2026-01-03');
  await page.keyboard.press('Escape');
  await field('Amount').fill('500.01');
  await pressRun();
  await expect(page.getByText('At most 500 at a time').first()).toBeVisible();
});

test('a command is duplicated under another name', async () => {
  const { id, name } = await ownCommand('copied');
  await openPanel(id, `configure:${id}`);
  const configure = page.getByRole('dialog', { name: /^Configure / });
  await configure.getByRole('button', { name: 'Duplicate', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Duplicate command' });
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue(`${name} Copy`);
  await panel.getByRole('textbox', { name: 'Name' }).fill('');
  await panel.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(panel.getByText('You must fill out "Name"')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Name' }).fill('My own copy');
  await panel.getByRole('button', { name: 'Duplicate', exact: true }).click();
  // A message stays for a few seconds only, and the other page may take longer.
  await expect(page.getByText('Created “My own copy”. Nobody else has it yet.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'My own copy' })).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
});
