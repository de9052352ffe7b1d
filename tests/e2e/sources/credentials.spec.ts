import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive, SANDBOX } from '../support/steps';

const page_ = `/${SANDBOX.slug}/credentials`;
const headers = { 'x-demo-user-id': 'demo-dana' };
const base = `/api/v1/${SANDBOX.orgId}/creds`;

test('an admin finds the connections in their own menu and the organization menu, and tests one', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Credentials' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible();
  await page.getByRole('button', { name: /^Organization: / }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Credentials' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Database connections' });
  const sample = table.getByRole('row', { name: /Sample shop/ });
  await expect(sample).toContainText('sample_shop');
  await expect(sample).toContainText(/\d+ commands/);
  await expect(sample.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await expectAccessible(page);

  await sample.getByRole('button', { name: 'Edit Sample shop' }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Sample shop' });
  await expect(panel.getByText('only its name can be changed')).toBeVisible();
  await expect(panel.getByLabel('Host')).toBeDisabled();
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText(/PostgreSQL \d+.* answered/)).toBeVisible();
  await expectAccessible(page);
});

test.describe("a person's own connection", () => {
  // A connection that cannot be opened responds 422, and one that moves without its secrets 400.
  test.use({ expectedComplaints: [/40[09]|422/] });

  test('is changed without showing its secret, asks for it again at a new address, and is deleted with its commands', {
    tag: '@long',
  }, async ({ page }) => {
    const db = { host: 'db.invalid', databaseName: 'shop', username: 'runner', password: 'canary-e2e' };
    const made = await page.request.post(`${base}?force=true`, {
      headers,
      data: { credType: 'db', name: 'Warehouse', db },
    });
    const { creds_id } = await made.json();
    await page.goto(page_);
    await isLive(page);
    const row = page.getByRole('row', { name: /Warehouse/ });
    await row.getByRole('button', { name: 'Edit Warehouse' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Warehouse' });
    await expect(panel.getByLabel('Host')).toHaveValue('db.invalid');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(panel.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expectAccessible(page);

    // Typed values survive closing the panel, except secrets.
    await panel.getByLabel('Host').fill('other.invalid');
    await panel.getByLabel('Password', { exact: true }).fill('typed');
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Edit Warehouse' }).click();
    await expect(panel.getByLabel('Host')).toHaveValue('other.invalid');
    await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByText('Fill this in again')).toBeVisible();
    await panel.getByLabel('Password', { exact: true }).fill('another');
    await panel.getByRole('button', { name: 'Test connection' }).click();
    await expect(panel.getByText(/^The host "other\.invalid" was not found/)).toBeVisible();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(panel.getByRole('button', { name: 'Save anyway' })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Saved Warehouse.')).toBeVisible();
    await expect(row).toContainText('other.invalid');

    const read = await page.request.get(`${base}/${creds_id}`, { headers });
    expect(await read.text()).not.toMatch(/canary-e2e|another/);

    await row.getByRole('button', { name: 'Delete Warehouse' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Warehouse”?' });
    await expect(question).toContainText('No command uses it.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Deleted Warehouse.')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each connection is a card, and nothing scrolls sideways', { tag: '@long' }, async ({ page }) => {
    await page.goto(page_);
    await isLive(page);
    await expect(page.getByRole('row', { name: /Sample shop/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test.describe('a member who is not an admin', () => {
  test.use({ as: 'runner' });

  test('has neither the page nor a link to it', { tag: '@long' }, async ({ page }) => {
    await page.goto(page_);
    await expect(
      page.getByRole('heading', { name: /^Only admins of .* see its connections$/ }),
    ).toBeVisible();
    await page.goto(`/${SANDBOX.slug}/commands`);
    await isLive(page);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Organization users' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Credentials' })).toHaveCount(0);
  });
});
