import { test } from 'vitest';
import { withWorker } from '../../support/app/worker';
import { answerInstead, failed, never } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId as commandOf } from '../support/source';
import { pressRun, resultCards } from '../support/steps';

withSandbox();
withWorker();

/** A command that lists invoices, and one that takes an invoice, whose parameters have another spelling. */
async function ownCommands(): Promise<number> {
  await changeSource(`
    create or replace function shop.list_invoices()
      returns table (invoice_id integer, total numeric, customer text)
      language sql as $$ select n, n + 0.50, 'Ada' from generate_series(41, 43) n $$;
    create or replace function shop.void_invoice(p_invoice_id integer, p_reason text default 'none') returns text
      language sql as $$ select 'voided ' || p_invoice_id $$;
    create or replace function shop.archive_customer(customer text, "when" date) returns text
      language sql as $$ select customer $$;
    grant execute on function shop.list_invoices, shop.void_invoice, shop.archive_customer to sample_runner`);
  await addCommand('archive_customer');
  await addCommand('void_invoice');
  return addCommand('list_invoices');
}

test('a button is set up on one screen before any run, with what most likely fits filled in', async () => {
  const commandId = await ownCommands();
  const configure = `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`;
  await page.goto(configure);
  await page.getByRole('button', { name: 'Add row button' }).click();
  const add = page.getByRole('dialog', { name: 'Add row button' });
  const target = add.getByRole('region', { name: 'Opens' });
  await expect(target).toContainText('void_invoice');
  await expect(target).toContainText('Suggested: 1 of 1 match');
  await expect(add.getByRole('combobox', { name: 'Output field for Invoice ID' })).toHaveValue('invoice_id');
  await expect(add.getByRole('combobox', { name: 'Output field for Reason' })).toHaveValue('');
  const name = add.getByRole('textbox', { name: 'Name the button' });
  await expect(name).toHaveValue('void_invoice');
  await expect(add.getByText('Its first row appears here once the command has run.')).toBeVisible();

  // Another choice fills in its own, and the suggestion comes back with its own, too.
  await target.getByRole('button', { name: 'Choose another command' }).click();
  await target.getByRole('button', { name: 'archive_customer' }).click();
  await expect(add.getByRole('combobox', { name: 'Output field for Customer' })).toHaveValue('customer');
  await expect(name).toHaveValue('archive_customer');
  await target.getByRole('button', { name: 'Choose another command' }).click();
  await target.getByRole('button', { name: 'void_invoice' }).click();

  await name.fill(' ');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add.getByText('You must fill out "Name"')).toBeVisible();
  await name.fill('Void');
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Button added')).toBeVisible();
  await page
    .getByRole('dialog', { name: /^Configure / })
    .getByRole('button', { name: 'Close', exact: true })
    .click();

  await pressRun();
  await expect(resultCards().first()).toContainText('Void');

  await page.goto(configure);
  await page.getByRole('button', { name: /^Void/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Void' });
  const live = edit.getByRole('figure');
  await expect(live).toContainText('invoice_id41');
  await expect(live).toContainText('Void');
  await expect(edit.getByRole('region', { name: 'Fill the form from the row' })).toContainText('41');
  await edit.getByRole('textbox', { name: 'Name the button' }).fill('Void it');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Void it/ }).click();
  await page.getByRole('dialog', { name: 'Edit Void it' }).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Button deleted')).toBeVisible();
});

test('a button opens its command over the table, filled in from the row, and J and K go through the rows', async () => {
  const commandId = await commandOf('list_invoices');
  const targetId = await commandOf('void_invoice');
  const { anchor_ol } = await call<Detail>('GET', `/deep-kits-6/${targetId}`);
  const { anchor_ol: source } = await call<Detail>('GET', `/deep-kits-6/${commandId}`);
  const columns = await call<{ nooc_id: number; path: string }[]>(
    'GET',
    `/kits/${commandId}/ols/${source.ol_id}/output-cols`,
  );
  await call('POST', `/kits/${commandId}/decorations`, {
    name: 'Void',
    inputKitId: targetId,
    colMaps: [
      {
        noOutColId: columns.find(({ path }) => path === 'invoice_id')?.nooc_id,
        legoInstanceInputId: anchor_ol.kit_run_schema[0]?.lego_instance_input_id,
      },
    ],
  });
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await pressRun();
  const card = resultCards().first();
  await card.getByRole('link', { name: 'Void, row 2' }).click();
  const panel = page.getByRole('dialog', { name: 'void_invoice' });
  await expect(panel.getByText('list_invoices › row 2')).toBeVisible();
  const invoice = panel.getByRole('region', { name: 'Inputs' }).getByLabel('Invoice ID');
  await expect(invoice).toHaveValue('42');
  await expect(panel.getByRole('button', { name: 'Presets' })).toHaveCount(0);

  await panel.getByRole('button', { name: 'Next row' }).click();
  await expect(invoice).toHaveValue('43');
  await expect(panel.getByRole('button', { name: 'Next row' })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(panel.getByText('list_invoices › row 2')).toBeVisible();
  await expect(invoice).toHaveValue('42');

  // The form behind keeps its own values and runs, and so does the address.
  await panel
    .getByRole('region', { name: 'Inputs' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect(panel.getByRole('region', { name: 'Results' })).toContainText('voided 42');
  const [run] = await call<{ parent_run_id: number; trigger: string }[]>(
    'GET',
    `/skinny-runs?filter=kit_id:${targetId}&sortDesc=start_time&per_page=1&page=0`,
  );
  expect(run).toMatchObject({ trigger: 'row_decoration' });

  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toBeHidden();
  await expect(card).toContainText('Void');
});

test('a run that ends after the next row was opened marks its row, too', async () => {
  await changeSource(`
    create table shop.void_gate as select 1 as n;
    grant select on shop.void_gate to sample_runner;
    create or replace function shop.void_invoice(p_invoice_id integer, p_reason text default 'none') returns text
      language plpgsql as $$ begin
        while exists (select from shop.void_gate) loop perform pg_sleep(0.01); end loop;
        return 'voided ' || p_invoice_id; end $$`);
  await call('PATCH', `/kits/${await commandOf('void_invoice')}`, { warningTag: 'updates_data' });
  await page.goto(`/${SANDBOX.slug}/builder?id=${await commandOf('list_invoices')}`);
  await pressRun();
  const card = resultCards().first();
  await card.getByRole('link', { name: 'Void, row 3' }).click();
  const panel = page.getByRole('dialog', { name: 'void_invoice', exact: true });
  await panel
    .getByRole('region', { name: 'Inputs' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await page
    .getByRole('dialog', { name: 'Run “void_invoice”?' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect(panel.getByRole('region', { name: 'Results' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(panel.getByText('list_invoices › row 2')).toBeVisible();
  await expect(card.getByRole('row', { name: 'Row 3, may have changed' })).toBeHidden();
  await changeSource('delete from shop.void_gate');
  await expect(card.getByRole('row', { name: 'Row 3, may have changed' })).toBeVisible();
});

test('a button is only on rows that match, in the table, from row to row, and in bulk', async () => {
  const commandId = await commandOf('list_invoices');
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`,
  );
  await page.getByRole('button', { name: /^Void/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Void' });
  const rows = edit.getByRole('region', { name: 'Rows with the button' });
  await expect(rows).toContainText('Every row has it.');
  await rows.getByRole('button', { name: 'Add a condition' }).click();
  await rows.getByRole('combobox', { name: 'Test' }).click();
  await page.getByRole('option', { name: 'is not', exact: true }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rows.getByRole('alert')).toHaveText('Enter a value to compare with');
  await rows.getByLabel('Value', { exact: true }).click();
  await page.getByRole('option', { name: '42', exact: true }).click();
  await expect(edit.getByRole('figure')).toContainText('First row with the button in the last result');
  await edit.getByRole('button', { name: 'Save' }).click();
  const configure = page.getByRole('dialog', { name: /^Configure / });
  await expect(configure).toContainText('Opens void_invoice on rows where invoice_id is not 42');
  await configure.getByRole('button', { name: 'Close', exact: true }).click();

  await pressRun();
  const card = resultCards().first();
  await expect(card.getByRole('link', { name: /^Void, row / })).toHaveCount(2);
  await card.getByRole('link', { name: 'Void, row 1' }).click();
  const panel = page.getByRole('dialog', { name: 'void_invoice' });
  await panel.getByRole('button', { name: 'Next row' }).click();
  await expect(panel.getByText('list_invoices › row 3')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Next row' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  await card.getByRole('checkbox', { name: 'Select row 2' }).click();
  await expect(card).toContainText('The selected rows have no button.');
  await card.getByRole('checkbox', { name: 'Select all rows that are shown' }).click();
  await expect(card.getByRole('link', { name: 'Void, 2 rows in bulk, opens in a new tab' })).toBeVisible();
});

interface Detail {
  anchor_ol: { ol_id: number; kit_run_schema: { lego_instance_input_id: number }[] };
}

test('a row button that is taken off a job closes its panel, however long the lists of jobs take', async () => {
  await changeSource(`
    create or replace function shop.late_invoices() returns table (invoice_id integer) language sql as 'select 1';
    create or replace function shop.remind_of(invoice_id integer default 1) returns integer language sql as 'select invoice_id';
    grant execute on function shop.late_invoices, shop.remind_of to sample_runner`);
  const inputKitId = await addCommand('remind_of');
  const listing = await addCommand('late_invoices');
  const button = { name: 'Remind', inputKitId, colMaps: [] };
  const { decoration_id: decorationId } = await call<{ decoration_id: number }>(
    'POST',
    `/kits/${listing}/decorations`,
    button,
  );
  const { cron_job_id: jobId } = await call<{ cron_job_id: number }>('POST', `/kits/${listing}/cron-jobs`, {
    name: 'Reminders',
    cronExpression: '0 3 1 1 *',
    runrams: {},
  });
  await call('POST', `/kits/${listing}/cron-jobs/${jobId}/decorations`, {
    decorationId,
    cronJobDecorationInputs: [],
  });
  await page.goto(builderPath(listing, `&panel=job:${listing}-${jobId}-decoration-${decorationId}`));
  const linked = page.getByRole('dialog', { name: 'Remind' });
  await expect(linked).toBeVisible();
  answerInstead((asked) =>
    /\/(cron-job-firings|needs-attention)\b|\/cron-jobs(\?|$)/.test(asked) ? never() : null,
  );
  await linked.getByRole('button', { name: 'Remove from this job' }).click();
  await expect(page.getByText('Scheduled job updated')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a button on errors stays if the one that replaces it is refused', async () => {
  const commandId = await commandOf('Find orders');
  const before = await commandOf('Best sellers');
  await call('POST', `/kits/${commandId}/error-decorations`, { inputKitId: before });
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`,
  );
  await page.getByRole('button', { name: 'Edit button on errors' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit button on errors' });
  await panel.getByRole('button', { name: 'Customer profile' }).click();
  let isRefused = true;
  answerInstead((asked) => {
    if (!isRefused || !/^POST .*\/error-decorations$/.test(asked)) return null;
    isRefused = false;
    return failed();
  });
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Error adding the button on errors')).toBeVisible();
  expect(await call<object>('GET', `/kits/${commandId}/error-decorations/${commandId}`)).toMatchObject({
    input_kit_id: before,
  });
});

test('a duplicate that could not be read is read again, and not made a second time', async () => {
  const commandId = await commandOf('Customer profile');
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`,
  );
  await page.getByRole('button', { name: 'Add object button' }).click();
  const add = page.getByRole('dialog', { name: 'Add object button' });
  const target = add.getByRole('region', { name: 'Opens' });
  await target.getByRole('button', { name: 'Best sellers' }).click();
  await add.getByRole('radio', { name: 'Duplicate', exact: true }).check();
  await add.getByRole('textbox', { name: 'Name of the duplicate' }).fill('Sellers of a customer');
  const asked: string[] = [];
  answerInstead((request) => {
    if (/\/duplicate$/.test(request)) asked.push('duplicate');
    if (asked.length !== 1 || !/^GET .*\/skinny-kits-input-cols\/\d+$/.test(request)) return null;
    asked.push('read');
    return failed();
  });
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Error duplicating command')).toBeVisible();
  await add.getByRole('button', { name: 'Save' }).click();
  await expect(add).toBeHidden();
  expect(asked).toEqual(['duplicate', 'read']);
});
