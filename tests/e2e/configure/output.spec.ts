import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { isLive, SANDBOX, waitForOutcome } from '../support/steps';

/** A command that no other journey uses, which returns a table, or a JSON document. */
async function ownCommand(page: Page, suffix: string, returns: 'table' | 'document'): Promise<number> {
  const name = `output_${suffix}_${process.pid}`;
  const body =
    returns === 'table'
      ? `returns table (id integer, email text, total numeric) language sql as
           $$ values (1, 'ada@hidden.example', 12.5), (2, 'bob@hidden.example', 1234.5) $$`
      : `returns jsonb language sql as
           $$ select '{"data": {"items": [{"id": 1}, {"id": 2}]}, "page": 1}'::jsonb $$`;
  await changeSource(`
    create or replace function shop.${name}() ${body};
    grant execute on function shop.${name} to sample_runner`);
  return addCommand(page.request, name);
}

const openTab = async (page: Page, commandId: number): Promise<Locator> => {
  await page.goto(
    `/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}&configure-tab=output`,
  );
  await isLive(page);
  return page.getByRole('dialog', { name: /^Configure / });
};

/** Runs the command on the page that is open. */
async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await waitForOutcome(page, 'Success');
}

async function save(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
}

test('columns get a name, a format and a place, and a mask that is revealed cell by cell', async ({
  page,
}) => {
  const commandId = await ownCommand(page, 'table', 'table');
  let panel = await openTab(page, commandId);
  // The source declares the columns: nothing has run yet.
  await expect(panel.getByRole('button', { name: /^total/ })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await run(page);

  panel = await openTab(page, commandId);
  await panel.getByRole('button', { name: /^total/ }).click();
  await panel.getByRole('textbox', { name: 'Name for people' }).fill('Total');
  await panel.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'Money' }).click();
  await panel.getByRole('textbox', { name: 'Currency' }).fill('euro');
  await expect(panel.getByText('A currency of three letters, such as EUR')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await panel.getByRole('textbox', { name: 'Currency' }).fill('EUR');
  await panel.getByRole('button', { name: 'Move total up' }).click();
  await panel.getByRole('button', { name: /^email/ }).click();
  await panel.getByRole('switch', { name: 'Masked' }).click();
  await panel.getByRole('button', { name: /^id/ }).click();
  await panel.getByRole('switch', { name: 'Hidden' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await save(page, panel);
  await panel.getByRole('tab', { name: 'Changelog' }).click();
  await expect(panel.getByRole('list', { name: 'Changes' })).toContainText('output columns');
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  await run(page);
  const grid = page.getByRole('grid', { name: 'Result' }).first();
  await expect(grid.getByRole('columnheader').first()).toContainText('Total');
  await expect(grid.getByRole('columnheader')).toHaveCount(2);
  await expect(grid).toContainText('€1,234.50');
  await expect(grid).not.toContainText('hidden.example');
  await grid.getByRole('button', { name: 'Reveal this email' }).first().click();
  await expect(grid).toContainText('ada@hidden.example');
  await expect(grid).not.toContainText('bob@hidden.example');

  const response = await page.request.get(
    `/api/v1/${SANDBOX.orgId}/audit?filter=action:run.reveal&filter=actor_user_id:${people.admin}`,
    { headers: { 'x-demo-user-id': people.admin } },
  );
  expect(await response.text()).not.toContain('hidden.example');
});

test('the output object path is picked from the last result', { tag: '@long' }, async ({ page }) => {
  const commandId = await ownCommand(page, 'document', 'document');
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await isLive(page);
  await run(page);
  let panel = await openTab(page, commandId);
  await expect(panel.getByRole('button', { name: /^data\.items\[\]\.id/ })).toBeVisible();
  await panel.getByRole('textbox', { name: 'Mask by name' }).fill('page');
  await panel.getByRole('button', { name: 'Mask', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^page.*Masked/ })).toBeVisible();
  await save(page, panel);
  await page.reload();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await run(page);
  await expect(page.getByText('"••••••"')).toBeVisible();
  await page.getByRole('button', { name: 'Reveal page' }).click();
  await expect(page.getByText('"••••••"')).toBeHidden();

  panel = await openTab(page, commandId);
  await panel.getByRole('button', { name: 'Pick', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Output object path' });
  await expectAccessible(page);
  await picker.getByRole('button', { name: /^data\.items 2 items/ }).click();
  await expect(panel.getByRole('textbox', { name: 'Output object path' })).toHaveValue('data.items');
  await save(page, panel);
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await run(page);
  const grid = page.getByRole('grid', { name: 'Result' }).first();
  await expect(grid.getByRole('columnheader')).toHaveCount(1);
  await expect(grid.getByRole('columnheader').first()).toContainText('id');
});

test('the SQL of a command can be read and copied', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const commandId = await ownCommand(page, 'sql', 'table');
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}&panel=configure:${commandId}`);
  await isLive(page);
  await page.getByRole('button', { name: 'View SQL' }).click();
  const panel = page.getByRole('dialog', { name: 'View SQL' });
  await expect(panel.getByRole('region', { name: 'SQL' })).toContainText(
    /^SELECT \* FROM "shop"\."output_sql_/,
  );
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('SQL copied to clipboard')).toBeVisible();
  await panel.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Configure / })).toBeVisible();
});
