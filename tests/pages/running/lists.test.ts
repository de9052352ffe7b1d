import { test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
import { field, pressRun, resultCards } from '../support/steps';

withSandbox();

test('each line that is pasted into a list is a value, and the form says how many there are', async () => {
  await changeSource(`
    create or replace function shop.of_codes(codes text[]) returns setof text language sql as 'select unnest(codes)';
    grant execute on function shop.of_codes to sample_runner`);
  const id = await addCommand('of_codes');
  await call('PATCH', `/kits/${id}`, { warningTag: 'safe' });
  await page.goto(builderPath(id));
  const codes = field('Codes');

  await codes.paste('A-1\r\nA-2\n\nA-3\tA-4, A-5\n');
  await expect(page.getByText('5 values added')).toBeVisible();
  await expect(page.getByText('Paste one row at a time')).toBeHidden();
  await codes.fill('A-6');
  await codes.press('Enter');
  await expect(page.getByText('values added')).toBeHidden();
  await codes.paste('A-7\nA-8');
  await expect(page.getByText('2 values added, 8 in all')).toBeVisible();

  await pressRun();
  await expect(resultCards().first().getByText('A-1, A-2, A-3, A-4, A-5')).toBeVisible();
});

test('a list that takes only some values offers them, and Enter takes the first that fits', async () => {
  await changeSource(`
    do $$ begin create type shop.stage as enum ('available', 'pending', 'sold'); exception when duplicate_object then end $$;
    grant usage on type shop.stage to sample_runner;
    create or replace function shop.in_stages(stages shop.stage[]) returns integer language sql as
      'select cardinality(stages)';
    grant execute on function shop.in_stages to sample_runner`);
  await page.goto(builderPath(await addCommand('in_stages')));
  const stages = field('Stages');
  await stages.click();
  await expect(page.getByRole('option')).toHaveCount(3);
  await page.getByRole('option', { name: 'pending' }).click();
  await stages.fill('so');
  await expect(page.getByRole('option')).toHaveCount(1);
  await stages.press('Enter');
  await pressRun();
  await expect(resultCards().first()).toContainText('Stages Pending, Sold');
});
