import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
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
