import { test } from 'vitest';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource } from '../support/source';
import { field, pressRun, resultCards, waitForOutcome } from '../support/steps';

withSandbox();
withWorker();

test('a form says that its values are from an earlier visit, and a choice names the default of its source', async () => {
  await changeSource(`
    create or replace function shop.count_down(steps integer, only_odd boolean default false)
      returns table (step integer) language sql as $$ select n from generate_series(1, steps) n $$;
    grant execute on function shop.count_down to sample_runner`);
  const id = await addCommand('count_down');
  const said = page.getByText('This is what you entered here before.');
  await page.goto(builderPath(id));
  await expect(page.getByRole('radio', { name: 'Default (No)' })).toBeChecked();
  await expect(page.getByText('Default: No')).toHaveCount(0);
  await field('Steps').fill('12');
  await expect(said).toHaveCount(0);
  await page.goto('/sandbox/history');
  await page.goto(builderPath(id));
  await expect(field('Steps')).toHaveValue('12');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Start empty' }).click();
  await expect(field('Steps')).toHaveValue('');
  await expect(said).toHaveCount(0);

  // A filter without matches says so in the table, and a table without rows has nothing to copy or send.
  await field('Steps').fill('12');
  await pressRun();
  const card = await waitForOutcome('Success');
  await expect(card.getByRole('button', { name: 'Copy the result' })).toBeVisible();
  await card.getByRole('textbox', { name: 'Filter the rows' }).fill('zzz');
  await expect(card.getByText('No row contains this.')).toBeVisible();
  await card.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(card.getByRole('row', { name: 'Row 12', exact: true })).toBeVisible();
  await field('Steps').fill('0');
  await pressRun();
  await expect(resultCards()).toHaveCount(2);
  const empty = await waitForOutcome('Success');
  await expect(empty.getByText('No rows. The command ran and found nothing.')).toBeVisible();
  await expect(empty.getByRole('button', { name: 'Copy the result' })).toHaveCount(0);
  await expect(empty.getByRole('button', { name: 'Email the result' })).toHaveCount(0);
});

test('Tab leads past the earlier values of a field to the next field, and the down arrow offers them', async () => {
  await changeSource(`
    create or replace function shop.note_down(heading text, words text) returns text language sql as $$ select words $$;
    grant execute on function shop.note_down to sample_runner`);
  const id = await addCommand('note_down');
  await call('PATCH', `/kits/${id}`, { warningTag: 'safe' });
  await page.goto(builderPath(id));
  await field('Heading').fill('First');
  await field('Words').fill('Some');
  await pressRun();
  await waitForOutcome('Success');
  await page.goto(builderPath(id));
  await field('Heading').fill('');
  await field('Heading').focus();
  await expect(page.getByRole('button', { name: 'Earlier values' })).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(field('Words')).toBeFocused();
  await field('Heading').press('ArrowDown');
  await page.getByRole('menuitem', { name: 'First' }).click();
  await expect(field('Heading')).toHaveValue('First');
});

test('values of an earlier run that are too long for the list fill the form, too', async () => {
  await changeSource(`
    create function shop.read_letter(letter text, sender text default 'x') returns integer
      language sql stable as 'select length(letter)';
    grant execute on function shop.read_letter to sample_runner`);
  const id = await addCommand('read_letter');
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${id}`);
  const letter = 'Dear all, '.repeat(2_100);
  await call('POST', '/run-sync', { kitId: id, olId: anchor_ol.ol_id, params: { letter, sender: 'Ada' } });
  await page.goto(builderPath(id, '&panel=runs'));
  await page.getByRole('dialog').getByRole('button', { name: 'Use these values' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(field('Letter')).toHaveValue(letter);
  await expect(field('Sender')).toHaveValue('Ada');
});
