import { afterEach, test } from 'vitest';
import { withWorker } from '../../support/app/worker';
import { expect } from '../support/expectations';
import type { Locator } from '../support/locator';
import { fetchFromOwnServer } from '../support/own-server';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, linkDropdown } from '../support/source';
import { field } from '../support/steps';

withSandbox();
withWorker();

async function newDropdown(commandId: number, key: string): Promise<Locator> {
  const { anchor_ol } = await call<{
    anchor_ol: { kit_run_schema: { key: string; lego_instance_input_id: number }[] };
  }>('GET', `/deep-kits-6/${commandId}`);
  const input = anchor_ol.kit_run_schema.find((each) => each.key === key);
  const at = `${commandId}-${input?.lego_instance_input_id}`;
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId},configure-input:${at}`,
  );
  await page
    .getByRole('dialog', { name: /^Edit / })
    .getByRole('button', { name: 'Add dropdown' })
    .click();
  await page.getByRole('menuitem', { name: 'From a command' }).click();
  return page.getByRole('dialog', { name: 'From command output' });
}

test('options from a command take one screen, with what most likely fits filled in, and its options live', async () => {
  await changeSource(`
    create or replace function shop.all_depots(region text default 'north', rank integer default 2)
      returns table (id integer, depot_name text, opened date)
      language sql stable as $$ select n, region || ' depot ' || n, current_date from generate_series(7, 9) n $$;
    create or replace function shop.close_depots(region text) returns table (depot_id integer)
      language sql as 'select 1';
    create or replace function shop.ship_to(p_depot_id integer, region text default null) returns integer
      language sql as 'select p_depot_id';
    create or replace function shop.as_document() returns jsonb language sql stable as $$ select '{"code": 1}'::jsonb $$;
    grant execute on function shop.all_depots, shop.close_depots, shop.ship_to, shop.as_document to sample_runner`);
  const closeId = await addCommand('close_depots');
  await call('PATCH', `/command-templates/${await templateOf(closeId)}`, { warningTag: 'updates_data' });
  await addCommand('as_document');
  await addCommand('all_depots');
  const commandId = await addCommand('ship_to');

  const panel = await newDropdown(commandId, 'p_depot_id');
  const from = panel.getByRole('region', { name: 'Options from' });
  await expect(from).toContainText('all_depots');
  await expect(from).toContainText('Suggested');
  await expect(panel.getByRole('combobox', { name: 'Value' })).toHaveValue('id');
  await expect(panel.getByRole('combobox', { name: 'Display' })).toHaveValue('depot_name');
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('all_depots');
  const now = panel.getByRole('region', { name: 'Options now' });
  await expect(now).toContainText('3 options');
  await expect(now).toContainText('north depot 7');
  // The form has an input named region, and none that would decide the rank.
  await expect(now).toContainText('all_depots runs with Rank = 2, which is its default.');

  // A command whose columns nobody knows yet says so, and one that changes data isn't offered.
  await from.getByRole('button', { name: 'Choose another command' }).click();
  await from.getByRole('button', { name: 'as_document', exact: true }).click();
  await expect(panel.getByText('No output columns detected for as_document')).toBeVisible();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Error: no value or display selected')).toBeVisible();
  await from.getByRole('button', { name: 'Choose another command' }).click();
  await expect(from.getByRole('button', { name: 'close_depots', exact: true })).toHaveCount(0);
  await from.getByRole('button', { name: 'all_depots', exact: true }).click();

  await panel.getByRole('textbox', { name: 'Name' }).fill('Depots');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Depot ID' }).getByText('Depots')).toBeVisible();
  await call('PATCH', `/kits/${commandId}`, { warningTag: null });
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await field('Depot ID').click();
  await expect(page.getByRole('option').first()).toHaveText('north depot 7');

  // The question before a run says what was chosen, with the value that is sent.
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Run “ship_to”?' })).toContainText('north depot 7 (7)');
});

afterEach(() => {
  globalThis.fetch = fetchFromOwnServer;
});

test('options that are loaded again are those of the search that they were loaded for, whatever is searched meanwhile', async () => {
  await changeSource(`
    create table shop.harbor (code text, name text);
    insert into shop.harbor values ('a', 'Aarhus'), ('b', 'Bergen');
    create function shop.harbors() returns table (code text, name text) language sql stable security definer
      as 'select code, name from shop.harbor';
    create function shop.sail_to(harbor text) returns text language sql as 'select harbor';
    grant execute on function shop.harbors, shop.sail_to to sample_runner`);
  const commandId = await addCommand('sail_to');
  await linkDropdown(commandId, 'harbor', await addCommand('harbors'));
  await page.goto(builderPath(commandId));
  const options = page.getByRole('option');
  await field('Harbor').click();
  await expect(options).toHaveText(['Aarhus', 'Bergen']);
  await field('Harbor').fill('Cork');
  await expect(options).toHaveCount(0);

  await changeSource(`insert into shop.harbor values ('c', 'Cork')`);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const response = await fetchFromOwnServer(input, init);
    if (!String(input).includes('/options?')) return response;
    asked.push(String(input));
    if (String(input).includes('refresh=true')) await isReleased;
    return response;
  };
  await page.getByRole('button', { name: 'Load the options again' }).click();
  await expect.poll(() => asked.filter((each) => each.includes('search=Cork')).length).toBe(1);
  await field('Harbor').fill('');
  await expect(options).toHaveText(['Aarhus', 'Bergen']);
  // What is read from here on comes too late to mend what is shown.
  globalThis.fetch = (input, init) =>
    String(input).includes('/options?') ? new Promise(() => {}) : fetchFromOwnServer(input, init);
  release();
  await field('Harbor').fill('Cork');
  await expect(options).toHaveText(['Cork']);
  await field('Harbor').fill('');
  await expect(options).toHaveText(['Aarhus', 'Bergen']);
});

async function templateOf(commandId: number): Promise<number> {
  const { anchor_ol } = await call<{ anchor_ol: { ol_id: number } }>('GET', `/deep-kits-6/${commandId}`);
  return anchor_ol.ol_id;
}
