import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { builderPath, field, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

const BASE = `/api/v1/${SANDBOX.orgId}`;
const headers = { 'x-demo-user-id': people.admin };

interface Detail {
  anchor_ol: { ol_id: number; kit_run_schema: { key: string; lego_instance_input_id: number }[] };
}

async function read<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(BASE + path, { headers })).json();
}

async function post<T>(page: Page, path: string, data: object): Promise<T> {
  const response = await page.request.post(BASE + path, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

/** Runs a command once, so that its outputs are learned. */
async function runOnce(page: Page, commandId: number, params: object) {
  const { anchor_ol } = await read<Detail>(page, `/deep-kits-6/${commandId}`);
  return post<{ payload: { rows: unknown[][] } }>(page, '/run-sync', {
    olId: anchor_ol.ol_id,
    kitId: commandId,
    params,
  });
}

/** A command that lists orders, and one that takes the values of an order. */
async function ownCommands(page: Page, suffix: string) {
  const [orders, refund] = [`orders_${suffix}_${process.pid}`, `refund_${suffix}_${process.pid}`];
  const wide = Array.from({ length: 30 }, (_, at) => `column_${at}`);
  await changeSource(`
    create or replace function shop.${orders}()
      returns table (order_id integer, total numeric, ${wide.map((name) => `${name} text`).join(', ')})
      language sql as $$
        select n, n + 0.50, ${wide.map(() => `'x'::text`).join(', ')} from generate_series(1, 200) n
      $$;
    create or replace function shop.${refund}(order_id integer, total numeric, reason text default 'none')
      returns text language sql as $$ select 'refunded ' || order_id || ' with ' || total $$;
    grant execute on function shop.${orders}, shop.${refund} to sample_runner`);
  const ordersId = await addCommand(page.request, orders);
  const refundId = await addCommand(page.request, refund);
  return { orders, refund, ordersId, refundId };
}

const open = async (page: Page, commandId: number, more = '') => {
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}${more}`);
  await isLive(page);
};

test('a row button is set up, opens its command filled in, and is deleted', async ({ page, context }) => {
  const { ordersId, refund, refundId } = await ownCommands(page, 'row');
  await open(page, ordersId, '&flOpenCreateDecorationSidePanel=true');
  const added = page.getByRole('dialog', { name: 'Add row button' });
  const linked = added.getByRole('region', { name: 'Opens' });
  // The source declares the columns: nothing has run yet.
  await linked.getByRole('button', { name: 'Choose another command' }).click();
  await linked.getByLabel('Search commands').fill(refund);
  await expect(linked.getByText('2 of 2 match')).toBeVisible();
  await expectAccessible(page);
  await linked.getByRole('button', { name: refund, exact: false }).first().click();
  await expect(added.getByRole('combobox', { name: 'Output field for Order ID' })).toHaveValue('order_id');
  await expect(added.getByRole('combobox', { name: 'Output field for Reason' })).toHaveValue('');
  await added.getByRole('textbox', { name: 'Name the button' }).fill('Refund this');
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Button added')).toBeVisible();
  const configure = page.getByRole('dialog', { name: /^Configure / });
  await expect(configure.getByRole('button', { name: /Refund this/ })).toBeVisible();
  await configure.getByRole('button', { name: 'Close', exact: true }).click();

  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const link = card.getByRole('link', { name: 'Refund this, row 2', exact: true });
  // The table is wider than the screen, and the button stays reachable.
  await expect(link).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, '[aria-label="Results"]');
  await link.click();
  const opened = page.getByRole('dialog', { name: refund });
  const inputs = opened.getByRole('region', { name: 'Inputs' });
  await expect(inputs.getByLabel('Order ID')).toHaveValue('2');
  await expect(inputs.getByLabel('Total')).toHaveValue('2.50');
  expect(await opened.getByRole('article').count()).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(inputs.getByLabel('Order ID')).toHaveValue('3');
  await page.keyboard.press('k');
  await expect(inputs.getByLabel('Order ID')).toHaveValue('2');
  const [created] = await Promise.all([
    page.waitForRequest(/run-async-i$/),
    inputs.getByRole('button', { name: 'Run', exact: true }).click(),
  ]);
  expect(created.postDataJSON()).toMatchObject({ trigger: 'row_decoration', kitId: refundId });
  await expect(opened.getByText('refunded 2 with 2.50')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();

  await card.getByRole('checkbox', { name: 'Select row 1', exact: true }).check();
  await card.getByRole('checkbox', { name: 'Select row 3', exact: true }).check();
  await expectAccessible(page, '[aria-label="Results"]');
  const bulk = card.getByRole('link', { name: 'Refund this, 2 rows in bulk, opens in a new tab' });
  const [several] = await Promise.all([context.waitForEvent('page'), bulk.click()]);
  const panel = several.getByRole('dialog', { name: 'Bulk run' });
  await expect(panel.getByRole('textbox', { name: /^Order ID/ })).toHaveValue('1\n3');
  await expect(panel.getByRole('textbox', { name: /^Total/ })).toHaveValue('1.50\n3.50');
  await expectAccessible(several);
  // The same rows by hand: all of the result, with its columns matched to inputs of their names.
  await panel.getByRole('button', { name: 'From a result' }).click();
  await panel.getByRole('region', { name: 'Results to take rows from' }).getByRole('button').nth(1).waitFor();
  await expectAccessible(several);
  await several.close();

  await page.setViewportSize({ width: 390, height: 844 });
  // On a phone a row opens to a card with its values and buttons.
  await card.getByRole('row').nth(2).getByRole('gridcell').nth(1).click();
  const rowCard = page.getByRole('dialog', { name: 'Row 2 of 200 rows' });
  await expect(rowCard.getByRole('link', { name: 'Refund this, row 2' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await rowCard.getByRole('button', { name: 'Next row' }).click();
  await page
    .getByRole('dialog', { name: 'Row 3 of 200 rows' })
    .getByRole('button', { name: 'Close the row' })
    .click();
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, ordersId, `&panel=configure:${ordersId}&configure-tab=output`);
  await page.getByRole('button', { name: /Refund this/ }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Refund this' });
  await expect(edited.getByRole('heading', { name: 'Fill the form from the row' })).toBeVisible();
  await expectAccessible(page);
  await edited.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /^Delete/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Button deleted')).toBeVisible();
});

test('an error jump is added, offered by the error box, and fills in inputs of the same name', {
  tag: '@long',
}, async ({ page, context }) => {
  const { refund } = await ownCommands(page, 'jump');
  const failing = `failing_${process.pid}`;
  await changeSource(`
    create or replace function shop.${failing}(order_id integer) returns integer
      language plpgsql as $$ begin raise exception 'The till is closed'; end $$;
    grant execute on function shop.${failing} to sample_runner`);
  const failingId = await addCommand(page.request, failing);
  await open(page, failingId, `&panel=configure:${failingId}&configure-tab=output`);
  await page.getByRole('button', { name: 'Add button on errors' }).click();
  const panel = page.getByRole('dialog', { name: 'Add button on errors' });
  await panel.getByLabel('Search commands').fill(refund);
  await panel.getByRole('button', { name: refund, exact: false }).first().click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Button on errors added')).toBeVisible();
  await open(page, failingId, `&params=${encodeURIComponent('{"order_id":7}')}`);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Failed');
  await expectAccessible(page, '[aria-label="Results"]');
  const jump = card.getByRole('link', { name: /^Jump to / });
  const [opened] = await Promise.all([context.waitForEvent('page'), jump.click()]);
  await isLive(opened);
  await expect(field(opened, 'Order ID')).toHaveValue('7');
});

test('objects of a JSON result have their buttons', { tag: '@long' }, async ({ page }) => {
  const at = async (name: string) => Number(/id=(\d+)/.exec(await builderPath(page, name))?.[1]);
  const { kit_id: ticketId } = await post<{ kit_id: number }>(
    page,
    `/kits/${await at('Show a ticket')}/duplicate`,
    { name: `Ticket with buttons ${process.pid}` },
  );
  const changeId = await at('Change a ticket');
  const { payload } = await runOnce(page, await at('Find tickets'), {});
  const number = String(payload.rows[0]?.[0]);
  const { anchor_ol: ticket } = await read<Detail>(page, `/deep-kits-6/${ticketId}`);
  await runOnce(page, ticketId, { [ticket.kit_run_schema[0]?.key ?? '']: number });
  const { anchor_ol: change } = await read<Detail>(page, `/deep-kits-6/${changeId}`);
  const outputs = await read<{ noof_id: number; path: string }[]>(
    page,
    `/kits/${ticketId}/ols/${ticket.ol_id}/output-fields`,
  );
  const input = change.kit_run_schema.find(({ key }) => key.endsWith('number'));
  const output = outputs.find(({ path }) => path === 'number');
  await post(page, `/kits/${ticketId}/object-decorations`, {
    name: 'Change it',
    inputKitId: changeId,
    fieldMaps: [{ noOutFieldId: output?.noof_id, legoInstanceInputId: input?.lego_instance_input_id }],
  });
  await open(page, ticketId);
  await field(page, 'Ticket number').fill(number);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  await expectAccessible(page, '[aria-label="Results"]');
  const link = card.getByRole('link', { name: /^Change it/ });
  await link.click();
  const opened = page.getByRole('dialog', { name: 'Change a ticket' });
  await expect(opened.getByRole('region', { name: 'Inputs' }).getByLabel('Ticket number')).toHaveValue(
    number,
  );
});

test('a hundred buttons share a menu, so that they cost a result no more than one', { tag: '@long' }, async ({
  page,
}) => {
  const { ordersId, refundId } = await ownCommands(page, 'many');
  for (let at = 0; at < 100; at += 1) {
    await post(page, `/kits/${ordersId}/decorations`, { name: `Button ${at}`, inputKitId: refundId });
  }
  await open(page, ordersId);
  await pressRun(page);
  const card = await waitForOutcome(page, 'Success');
  const actions = card.getByRole('button', { name: 'Actions for row 2', exact: true });
  await expect(actions).toBeVisible();
  // One button a row, whatever their number, and none of the hundred before a menu is opened.
  expect(await card.getByRole('button', { name: /^Actions for row/ }).count()).toBeLessThan(60);
  await expect(page.getByRole('link', { name: /^Button \d/ })).toHaveCount(0);
  const scroller = card.getByRole('grid').locator('..');
  await scroller.evaluate((element) => element.scrollTo({ left: 1_000 }));
  await expect(actions).toBeInViewport({ ratio: 1 });
  await actions.click();
  await expect(page.getByRole('menuitem', { name: 'Button 99' })).toBeAttached();
});
