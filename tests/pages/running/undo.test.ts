import { test } from 'vitest';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { field, findAndChoose, pressRun, resultCards, waitForOutcome } from '../support/steps';

withSandbox();
withWorker();

test('a refund of a row is undone next to its result, and the table says that it may have changed', async () => {
  await page.goto(builderPath(await commandId('Find orders')));
  await pressRun();
  const table = resultCards().first();
  await table.getByRole('link', { name: 'Refund, row 1', exact: true }).click();
  const refund = page.getByRole('dialog', { name: 'Refund an order' });
  await expect(refund.getByRole('definition').first()).toBeVisible();
  const order = await refund.getByLabel('Order ID').inputValue();
  await expect(refund.getByRole('definition').first()).toHaveText(order);
  await refund.getByLabel('Reason').fill('Torn seam');
  await refund.getByLabel('Amount').fill('1');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Run “Refund an order”?' })
    .getByRole('button', { name: 'Refund', exact: true })
    .click();
  const result = refund.getByRole('region', { name: 'Results' });
  await expect(result).toContainText('Success');
  await expect(table).toContainText('Rows may have changed since this run.');
  await expect(table.getByRole('row', { name: 'Row 1, may have changed' })).toBeVisible();
  await expect(table.getByRole('row', { name: 'Row 2', exact: true })).toBeVisible();
  await expect(table).toContainText('Refund an order: done.');
  await expect(table.getByRole('link', { name: 'Undo: Undo a refund' })).toBeVisible();

  await result.getByRole('link', { name: 'Undo: Undo a refund' }).click();
  const undo = page.getByRole('dialog', { name: 'Undo a refund', exact: true });
  const question = page.getByRole('dialog', { name: 'Run “Undo a refund”?' });
  await expect(question.getByRole('definition')).toHaveText(order);
  await expect(undo.getByText('Refund an order stays open behind this panel.')).toBeVisible();
  await question.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(undo.getByText(/^Run \d+ is undone\.$/)).toBeVisible();
  await expect(question).toBeHidden();

  await undo.getByRole('button', { name: 'Done' }).click();
  await expect(result).toContainText('Success');
  await expect(result.getByRole('link', { name: 'Undo: Undo a refund' })).toBeHidden();
  await refund.getByRole('button', { name: 'Done' }).click();
  await expect(table).toContainText('Refund an order: undone.');
  await expect(table.getByRole('link', { name: 'Undo: Undo a refund' })).toBeHidden();
  await table.getByRole('button', { name: 'Run again' }).click();
  await expect(resultCards()).toHaveCount(2);
  await expect(resultCards().first()).toContainText('Success');
  await expect(resultCards().first().getByText('Rows may have changed')).toBeHidden();
});

test('the panel of an undo partner says which command undoes this one', async () => {
  const id = await commandId('Refund an order');
  await page.goto(`${builderPath(id)}&panel=${panelAddress({ kind: 'undo-partner', commandId: id })}`);
  const panel = page.getByRole('dialog', { name: 'Undo partner' });
  await expect(panel.getByRole('region', { name: 'Command that undoes it' })).toBeVisible();
});

test('a command takes itself back, filled in with a fixed value', async () => {
  await changeSource(`
    create or replace function shop.set_level(shelf integer, level text) returns text language sql as $$ select level $$;
    grant execute on function shop.set_level to sample_runner`);
  const id = await addCommand('set_level');
  // It asks before it is undone anyway.
  await call('PATCH', `/kits/${id}`, { warningTag: 'safe' });
  await page.goto(`${builderPath(id)}&panel=${panelAddress({ kind: 'undo-partner', commandId: id })}`);
  const panel = page.getByRole('dialog', { name: 'Undo partner' });
  await panel.getByLabel('Search commands').fill('set_level');
  await panel.getByRole('button', { name: /^set_level/ }).click();
  await findAndChoose(panel.getByLabel('Output field for Level'), 'fixed', /A fixed value/);
  await panel.getByLabel('Value for Level').fill('normal');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toBeHidden();

  await page.goto(builderPath(id));
  await field('Shelf').fill('7');
  await field('Level').fill('high');
  await pressRun();
  const result = await waitForOutcome('Success');
  await result.getByRole('link', { name: 'Undo: set_level' }).click();
  const question = page.getByRole('dialog', { name: 'Run “set_level”?' });
  await expect(question.getByRole('definition').first()).toHaveText('7');
  await expect(question.getByRole('definition').nth(1)).toHaveText('normal');
});
