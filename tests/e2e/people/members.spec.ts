import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { field, isLive, openCommand, pressRun, SANDBOX, waitForOutcome } from '../support/steps';

const team = `/${SANDBOX.slug}/org`;

async function openTeam(page: Page, more = ''): Promise<void> {
  await page.goto(team + more);
  await page.getByRole('heading', { level: 1, name: 'Organization users' }).waitFor();
  await isLive(page);
}

/** Restores a member to the state that other journeys expect. */
async function settle(page: Page, userId: string): Promise<void> {
  const response = await page.request.patch(`/api/v1/${SANDBOX.orgId}/members/${userId}`, {
    headers: { 'x-demo-user-id': people.admin },
    data: { role: 'member', isDeleted: false },
  });
  expect(response.ok()).toBe(true);
}

test('the audit log shows an admin what changed, is filtered, and is exported', async ({ page }) => {
  await settle(page, people.engineer);
  for (const role of ['admin', 'member']) {
    await page.request.patch(`/api/v1/${SANDBOX.orgId}/members/${people.engineer}`, {
      headers: { 'x-demo-user-id': people.admin },
      data: { role },
    });
  }
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('Action').selectOption('Changed a role');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Action: Changed a role')).toBeVisible();
  await expect(page).toHaveURL(/action=member\.role/);
  const event = page.getByRole('button', { name: /Dana Lee Changed a role Person Jonas Okafor/ }).first();
  await event.click();
  const changes = page.getByRole('table', { name: 'What changed' });
  await expect(changes.getByRole('row', { name: 'role Admin Member' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Events for this person' }).click();
  await expect(page).toHaveURL(/about=member&id=demo-jonas|id=demo-jonas/);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as JSON lines' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-sandbox-1-.*\.jsonl$/);

  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^audit-sandbox-1-.*\.csv$/);

  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-01-02');
  await page.getByLabel('To', { exact: true }).fill('2020-01-03');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.getByRole('list', { name: 'Events' })).toBeVisible();
});

test('the audit log leads from a run to its values, and to the run itself', { tag: '@long' }, async ({
  page,
}) => {
  await openCommand(page, 'Best sellers');
  await field(page, 'Row limit').fill('3');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await page.goto(`/${SANDBOX.slug}/audit?action=run.start`);
  await isLive(page);
  await page
    .getByRole('button', { name: /Dana Lee Ran a command Command Best sellers/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Values' })).toBeVisible();
  await expect(page.getByText('Row limit', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Look at run \d+$/ }).click();
  const run = page.getByRole('dialog', { name: 'Best sellers' });
  await expect(run.getByText('Row limit')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the people, groups and the log fit', { tag: '@long' }, async ({ page }) => {
    for (const more of ['', '?tab=groups']) {
      await openTeam(page, more);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await page.goto(`/${SANDBOX.slug}/command-changes`);
    await page.getByRole('table', { name: 'Command changes' }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/${SANDBOX.slug}/audit`);
    await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.goto(`/${SANDBOX.slug}/members/${people.runner}`);
    await isLive(page);
    // The menu would cover half of other rows.
    await page.keyboard.press('/');
    await page.keyboard.type('sellers');
    await expect(page.getByRole('button', { name: 'Actions for Find orders' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions for Best sellers' }).click();
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
