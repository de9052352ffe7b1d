import { test } from 'vitest';
import { expect } from '../support/expectations';
import { pressKey } from '../support/locator';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';
import { field } from '../support/steps';

withSandbox();

test('S93 what nobody marked as safe asks before it runs, and no longer once it is marked as safe', async () => {
  await changeSource(`
    create or replace function shop.untagged(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.untagged to sample_runner`);
  const id = await addCommand('untagged');
  await call('PATCH', `/kits/${id}`, { warningTag: null });

  await page.goto(builderPath(id));
  await field('Amount').fill('7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Run “untagged”?' });
  await expect(question.getByText('May change data')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await call('PATCH', `/kits/${id}`, { warningTag: 'safe' });
  await page.goto(builderPath(id));
  await field('Amount').fill('7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Run “untagged”?' })).toBeHidden();
});

test('Enter in the note asks for approval as the button does, and Shift-Enter adds a line', async () => {
  await changeSource(`
    create or replace function shop.noted(amount integer) returns integer language sql as 'select amount';
    grant execute on function shop.noted to sample_runner`);
  const id = await addCommand('noted');
  await call('PATCH', `/kits/${id}`, { needsApproval: true });
  await page.goto(builderPath(id));
  await field('Amount').fill('7');
  await page.getByRole('button', { name: 'Ask for approval', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Run “noted”?' });
  const note = question.getByLabel('Note to the engineers');
  await note.fill('Agreed');
  await pressKey('Shift+Enter');
  await expect(note).toHaveValue('Agreed\n');
  await expect(question).toBeVisible();
  await pressKey('Enter');
  await expect(question).toBeHidden();
});

test('Enter in the reason denies a request as the button does', async () => {
  const kitId = await commandId('Restock a product');
  await call('PATCH', `/kits/${kitId}`, { needsApproval: true });
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${kitId}`);
  const olId = anchor_ol.ol_id;
  const { run_id: runId } = await call<{ run_id: number }>('POST', '/run-async-i', { olId, kitId }, 'runner');
  const runrams = { sku: 'TEN-0001', quantity: 1, reason: 'Sold out' };
  await call('POST', '/run-async-ii', { runrams, olId, runId, kitId }, 'runner');
  await page.goto(`/${SANDBOX.slug}/approvals`);
  await page.getByRole('article').first().getByRole('button', { name: 'Deny' }).click();
  const denial = page.getByRole('dialog', { name: /^Deny / });
  await denial.getByLabel('Reason').fill('Not now');
  await pressKey('Enter');
  await expect(denial).toBeHidden();
  await expect(page.getByText('Denied', { exact: true })).toBeVisible();
});
