import { describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { field, pressRun, resultCards } from '../support/steps';

withSandbox();

describe('values that are refused', () => {
  test('run anyway, and are marked, where the source decides', async () => {
    await page.goto(builderPath(await commandId('Find orders')));
    await field('Row limit').fill('99999999999');
    await pressRun();
    const dialog = page.getByRole('dialog', { name: 'Invalid input' });
    await expect(dialog.getByRole('button', { name: 'Go back and fix' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Run anyway' }).click();
    await expect(resultCards().first().getByText('Run anyway')).toBeVisible();
  });

  test('are named at the button where the source never gets them, and the first one has the focus', async () => {
    await page.goto(builderPath(await commandId('Find orders')));
    await field('Row limit').fill('ten');
    await pressRun();
    await expect(page.getByText('Must be a whole number')).toBeVisible();
    const stop = page.getByRole('region', { name: 'Inputs' }).getByRole('alert');
    await expect(stop).toHaveText('Fix Row limit.');
    await expect(field('Row limit')).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(resultCards()).toHaveCount(0);
  });

  test('are not what people write in their own way: the field shows what that means, and it is sent', async () => {
    await page.goto(builderPath(await commandId('Find orders')));
    await field('Min amount').fill('$1,234.50');
    await field('From date').fill('6/15/2026');
    await pressRun();
    await expect(field('Min amount')).toHaveValue('1234.50');
    await expect(field('From date')).toHaveValue('2026-06-15');
    await expect(resultCards().first()).toHaveText(/From date 2026-06-15 · Min amount 1234\.50/);
  });
});

test('Enter in a field of one line runs, and Shift-Enter begins a second line, in which it does not', async () => {
  await page.goto(builderPath(await commandId('Find orders')));
  await field('Row limit').fill('5');
  await page.keyboard.press('Enter');
  await expect(resultCards()).toHaveCount(1);
  await page.goto(builderPath(await commandId('Find orders')));
  await field('Customer name').fill('Hana');
  await page.keyboard.press('Enter');
  await expect(resultCards()).toHaveCount(1);
  await expect(field('Customer name')).toHaveValue('Hana');
  await field('Customer name').fill('Hana\nOlga');
  await expect(field('Customer name')).toBeFocused();
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  // Nothing but the field itself acts on it.
  expect(document.activeElement?.dispatchEvent(enter)).toBe(true);
});

test('a refused item of a list gives the focus to the text field, and Enter removes nothing', async () => {
  await changeSource(`
    create or replace function shop.tag_all(ids integer[]) returns integer language sql as 'select 1';
    grant execute on function shop.tag_all to sample_runner`);
  await page.goto(builderPath(await addCommand('tag_all')));
  await field('Ids').fill('1; 2; x3,');
  await pressRun();
  await expect(page.getByText('Item 3: Must be a whole number')).toBeVisible();
  await expect(field('Ids')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Item 3: Must be a whole number')).toBeVisible();
});

test('inputs without a value are named at the button, and the first one has the focus', async () => {
  await page.goto(builderPath(await commandId('Refund an order')));
  await pressRun('Refund');
  const stop = page.getByRole('region', { name: 'Inputs' }).getByRole('alert');
  await expect(stop).toHaveText(/^Fill in .*Order ID/);
  await expect(field('Order ID')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(resultCards()).toHaveCount(0);
});

test('a runner who meets a hidden input without a value is told which, and who made the command', async () => {
  await changeSource(`
    create or replace function shop.by_region(region text, item text) returns text language sql as 'select region';
    grant execute on function shop.by_region to sample_runner`);
  const id = await addCommand('by_region');
  await call('PATCH', `/kits/${id}`, { warningTag: 'safe' });
  const command = await prisma().command.findFirstOrThrow({
    where: { commandId: id },
    include: { inputs: { include: { templateInput: true } }, createdBy: true },
  });
  const region = command.inputs.find(({ templateInput }) => templateInput.key === 'region');
  await prisma().commandInput.update({
    where: { inputId: region?.inputId ?? 0 },
    data: { hidden: true },
  });
  await prisma().commandUserGrant.create({
    data: { orgId: command.orgId, commandId: id, userId: people.runner, role: 'runner' },
  });
  await signInAs('runner');
  await page.goto(builderPath(id));
  await field('Item').fill('x');
  await pressRun();
  const dialog = page.getByRole('dialog', { name: 'Required fields' });
  await expect(dialog.getByRole('listitem')).toHaveText('Region (hidden)');
  await expect(dialog.getByText(`Talk to the command's creator, ${command.createdBy.name}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Go back and fill in' }).click();
  await expect(dialog).toHaveCount(0);
});
