import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf } from '../../support/doubles/tds/database';
import type { DoubleRoutine } from '../../support/doubles/tds/routine';
import { startTdsDouble, type TdsDouble } from '../../support/doubles/tds/server';
import { expectAccessible, test } from '../support/journey';
import { field, isLive, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

const library = `/${SANDBOX.slug}/commands`;

const refundOrder = (type: string): DoubleRoutine => ({
  name: 'refund order',
  description: 'Refunds an order, and says what it cost.',
  definition:
    "create procedure dbo.[refund order] @order_id int, @reason nvarchar(50) = N'none', @fee money output as",
  parameters: [
    { name: '@order_id', type },
    { name: '@reason', type: 'nvarchar(50)' },
    { name: '@fee', type: 'money', isOutput: true },
  ],
  async body({ reply, values, output }) {
    await reply.message({ message: 'Refunding…' });
    await reply.table([
      { name: 'order', type: 'int' },
      { name: 'amount', type: 'money' },
    ]);
    await reply.row([values.get('@order_id') ?? null, '922337203685477.5807']);
    await reply.doneInProc(1);
    await reply.doneInProc(4);
    await reply.table([{ name: 'reason', type: 'nvarchar(50)' }]);
    for (const reason of [values.get('@reason') ?? 'none', null]) await reply.row([reason]);
    await reply.doneInProc(2);
    output('@fee', '0.0001');
    return 3;
  },
});

let double: TdsDouble;
let routines: DoubleRoutine[] = [];

test.beforeAll(async () => {
  routines = [refundOrder('int'), { name: 'secret report', type: 'IF', mayUse: false }];
  double = await startTdsDouble({
    answer: databaseOf(() => routines),
    refusal: ({ password }) =>
      password === 'right' ? null : { number: 18456, message: "Login failed for user 'runner'." },
  });
});
test.afterAll(() => double.close());

/** As from the clipboard, which a page without permission cannot write. */
const paste = (box: Locator, text: string) =>
  box.evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

async function choose(page: Page, form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

async function openNewCommand(page: Page): Promise<void> {
  await page.goto(library);
  await isLive(page);
  await page.getByRole('button', { name: 'New command' }).click();
}

test.describe('SQL Server', () => {
  // A connection that cannot be opened responds 422, and a wrong setting 400, which the browser logs.
  test.use({ expectedComplaints: [/422|400/] });

  test('is connected, and its procedure is added, run, and synced', { tag: '@long' }, async ({ page }) => {
    await openNewCommand(page);
    await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
    const kind = page.getByRole('group', { name: 'SQL Server' });
    await kind.getByRole('menuitem', { name: 'Functions and procedures' }).click();
    const form = page.getByRole('dialog', { name: 'Add database' });
    await expect(form.getByLabel('Nickname')).toHaveValue('SQL Server');
    await expect(form.getByLabel('Port')).toHaveAttribute('placeholder', '1433');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByText('You must fill out "Host"')).toBeVisible();
    await paste(
      form.getByLabel('Host'),
      `Server=127.0.0.1,${double.port};Database=shop;User ID=runner;Password=wrong;Encrypt=no`,
    );
    await expect(form.getByLabel('Port')).toHaveValue(String(double.port));
    await expect(form.getByLabel('Encryption')).toHaveValue('None');
    await expect(form.getByLabel('Tenant ID')).toBeHidden();
    await expectAccessible(page);
    await choose(page, form, 'Authentication', 'Microsoft Entra application');
    await expect(form.getByLabel('Client ID')).toHaveValue('runner');
    await expect(form.getByLabel('Client secret', { exact: true })).toHaveValue('wrong');
    await expect(form.getByLabel('Entra address')).toHaveAttribute(
      'placeholder',
      'https://login.microsoftonline.com',
    );
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByText('You must fill out "Tenant ID"')).toBeVisible();
    await form.getByLabel('Tenant ID').fill('a tenant');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByText(/Must be the id or the domain of a tenant/)).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel('Tenant ID').fill('contoso.example');
    await choose(page, form, 'Authentication', 'SQL Server login');
    await expect(form.getByLabel('Tenant ID')).toBeHidden();
    await expect(form.getByLabel('Username')).toHaveValue('runner');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(form.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /^The server refused the login "runner"/,
    );
    await form.getByLabel('Password', { exact: true }).fill('right');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();

    const source = page.getByRole('dialog', { name: 'Add from SQL Server' });
    await expect(source.getByText('SQL Server · 2 routines')).toBeVisible();
    await expect(source.getByText(/may not use this routine/)).toBeVisible();
    await source.getByRole('checkbox', { name: 'refund order' }).check();
    await expectAccessible(page);
    const added = page.waitForResponse('**/batch-commit');
    await source.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    expect((await added).ok()).toBe(true);

    await page.goto(library);
    await isLive(page);
    await page.getByLabel('Search commands').fill('refund order');
    // The list is searched a moment later, and its rows move then.
    await expect(page.getByRole('row', { name: /Find orders/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'refund order', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'refund order' }).waitFor();
    await isLive(page);
    await field(page, 'Order ID').fill('7');
    await pressRun(page, 'Run', { agree: true });
    const card = await waitForOutcome(page, 'Success');
    await expect(card.getByRole('gridcell', { name: '922,337,203,685,477.5807' })).toBeVisible();
    await card.getByRole('tab', { name: 'Result 2 · 2' }).click();
    await expect(card.getByRole('gridcell', { name: 'none' })).toBeVisible();
    const facts = card.getByLabel('Result details');
    await expect(facts).toContainText('Return value3');
    await expect(facts).toContainText('@fee0.0001');
    await expect(facts).toContainText('Rows affected4');
    await expectAccessible(page);

    routines = [refundOrder('bigint')];
    await openNewCommand(page);
    await page.getByRole('menuitem', { name: 'SQL Server', exact: true }).click();
    await expect(source.getByText('order_id bigint', { exact: true })).toBeVisible();
    await source.getByRole('checkbox', { name: /refund order/ }).check();
    const updated = page.waitForResponse('**/batch-commit');
    await source.getByRole('button', { name: 'Add to Pushboard', exact: true }).click();
    expect((await updated).ok()).toBe(true);

    // The same connection through an application of Entra: what it is called, and what is asked for.
    await page.goto(`/${SANDBOX.slug}/credentials`);
    await isLive(page);
    await page.getByRole('button', { name: 'Edit SQL Server' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit SQL Server' });
    await expect(edit.getByLabel('Username')).toHaveValue('runner');
    await choose(page, edit, 'Authentication', 'Microsoft Entra application');
    await expect(edit.getByLabel('Client ID')).toHaveValue('runner');
    await expect(edit.getByLabel('Client secret', { exact: true })).toHaveAttribute(
      'placeholder',
      'Saved. Type to replace it.',
    );
    await edit.getByLabel('Tenant ID').fill('contoso.example');
    await edit.getByLabel('Entra address').fill('http://127.0.0.1:9');
    await edit.getByRole('button', { name: 'Test connection' }).click();
    await expect(edit.getByText(/Fill this in again/)).toBeVisible();
    await expectAccessible(page);
  });
});
