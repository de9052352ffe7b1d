import { expect, type Page } from '@playwright/test';
import { EXTERNAL_ID, REGION, ROLE_ARN } from '../../support/doubles/aws/account';
import { AwsDouble } from '../../support/doubles/aws/aws-double';
import { packageOf, REFUND_SOURCE } from '../../support/doubles/aws/packages';
import { expectAccessible, test } from '../support/journey';
import { field, isLive, openCommand, pressRun, SANDBOX } from '../support/steps';

// A role that can't be assumed responds 422, which the browser logs.
test.use({ expectedComplaints: [/422|400/] });

/** While events come, an open page asks for a run in progress every 15 seconds, first 17 seconds after its start. */
const SOON_MS = 12_000;

const save = (page: Page) =>
  page.getByRole('dialog', { name: 'Add AWS role' }).getByRole('button', { name: 'Connect', exact: true });

test('an AWS role is connected, and its function and state machine run as commands', {
  tag: '@long',
}, async ({ page, workspace }) => {
  const double = await new AwsDouble().start(workspace.awsPort);
  let refund = () => {};
  const refunded = new Promise<void>((resolve) => {
    refund = resolve;
  });
  let invoke = () => {};
  const invoked = new Promise<void>((resolve) => {
    invoke = resolve;
  });
  try {
    double.functions.set('refund-order', {
      name: 'refund-order',
      runtime: 'python3.13',
      handler: 'app.handler',
      zip: packageOf('app.py', REFUND_SOURCE),
      invoke: async (event) => {
        invoke();
        await refunded;
        return { payload: JSON.stringify([event]), log: 'refunding the order\n' };
      },
    });
    double.machines.set('onboard-customer', {
      name: 'onboard-customer',
      definition: {
        StartAt: 'A',
        States: { A: { Type: 'Task', Resource: 'r', Parameters: { 'x.$': '$.customer' }, End: true } },
      },
    });

    await page.goto(`/${SANDBOX.slug}/commands`);
    await isLive(page);
    await page.getByRole('button', { name: 'New command' }).click();
    await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
    await expect(page.getByRole('menuitem', { name: 'Step Function' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Lambda' }).click();
    const form = page.getByRole('dialog', { name: 'Add AWS role' });
    await expect(form.getByLabel('Role ARN')).toHaveAccessibleDescription(/The role that Pushboard assumes/);
    await save(page).click();
    await expect(form.getByText('You must fill out "Role ARN"')).toBeVisible();
    await expect(form.getByText('You must fill out "External ID"')).toBeVisible();
    await expect(form.getByText('You must make a selection!')).toBeVisible();
    await expectAccessible(page);

    await form.getByLabel('Role ARN').fill(ROLE_ARN);
    await form.getByLabel(/^External ID/).fill('of-another-role');
    await form.getByRole('combobox', { name: 'Region' }).fill('Frankfurt');
    await page.getByRole('option', { name: new RegExp(REGION) }).click();
    await save(page).click();
    await expect(form.getByRole('alert')).toContainText('the external ID is the same');
    await form.getByLabel(/^External ID/).fill(EXTERNAL_ID);
    await save(page).click();

    const tree = page.getByRole('dialog', { name: 'Add from AWS' });
    await tree.getByRole('checkbox', { name: /refund-order/ }).check();
    await tree.getByRole('checkbox', { name: /onboard-customer/ }).check();
    await expectAccessible(page);
    const add = tree.getByRole('button', { name: 'Add to Pushboard', exact: true });
    await add.click();
    await tree.getByRole('button', { name: 'All read' }).click();
    await add.click();
    const summary = page.getByRole('dialog', { name: 'Import summary' });
    await expect(summary.getByRole('img', { name: 'Added' })).toHaveCount(2);

    await openCommand(page, 'Refund order');
    await field(page, 'Order ID').fill('12');
    await pressRun(page);
    const result = page.getByRole('article').first();
    await invoked;
    // While the function computes, its log can be followed. That is told by an event, long before the page asks again.
    await expect(result.getByRole('link', { name: 'Log of the function' })).toBeVisible({ timeout: SOON_MS });
    refund();
    await expect(result.getByRole('gridcell', { name: '12' })).toBeVisible();
    await expect(result.getByRole('link', { name: /CloudWatch log/ })).toHaveAttribute(
      'href',
      new RegExp(`^https://${REGION}\\.console\\.aws\\.amazon\\.com/cloudwatch/`),
    );

    await openCommand(page, 'Onboard customer');
    await field(page, 'Customer').fill('"Ana"');
    await pressRun(page);
    const execution = page.getByRole('article').first();
    await expect.poll(() => double.executions.size).toBe(1);
    await expect(execution.getByRole('link', { name: 'Open in AWS' })).toBeVisible({
      timeout: SOON_MS,
    });
    expect([...double.executions.values()].map(({ status }) => status)).toEqual(['RUNNING']);
    double.endAll({ status: 'SUCCEEDED', output: '[{"customer_id": 77}]' });
    await expect(execution.getByRole('gridcell', { name: '77' })).toBeVisible();
    await expect(execution.getByRole('link', { name: 'Open in AWS' })).toBeVisible();

    await page.goto(`/${SANDBOX.slug}/credentials`);
    await isLive(page);
    const table = page.getByRole('table', { name: 'Cloud connections' });
    await expect(table.getByRole('row', { name: /AWS/ })).toContainText(`${ROLE_ARN}••••••${REGION}`);
    await table.getByRole('button', { name: 'Edit AWS' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit AWS' });
    await edit.getByRole('button', { name: 'Test connection' }).click();
    await expect(edit.getByText(`AWS account 123456789012, ${REGION} answered.`)).toBeVisible();
    // Another role has another trust policy.
    await edit.getByLabel('Role ARN').fill('arn:aws:iam::210987654321:role/Other');
    await edit.getByRole('button', { name: 'Test connection' }).click();
    await expect(edit.getByText(/Fill this in again/)).toBeVisible();
    await expectAccessible(page);
  } finally {
    refund();
    await double.stop();
  }
});

test('an admin takes over the databases of the environment', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/credentials`);
  await isLive(page);
  await page.getByRole('button', { name: 'Sync databases' }).click();
  await expect(page.getByText("Databases successfully sync'ed")).toBeVisible();
  const table = page.getByRole('table', { name: 'Database connections' });
  await expect(table.getByRole('row', { name: /reporting/ })).toContainText('reporting.db.invalid');
  await expectAccessible(page);
});
