import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import {
  field,
  findAndChoose,
  isLive,
  openCommand,
  pressRun,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';

const team = `/${SANDBOX.slug}/org`;

async function openTeam(page: Page, more = ''): Promise<void> {
  await page.goto(team + more);
  await page.getByRole('heading', { level: 1, name: 'Organization users' }).waitFor();
  await isLive(page);
}

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(name) });

/** Restores a member to the state that other journeys expect. */
async function settle(page: Page, userId: string): Promise<void> {
  const response = await page.request.patch(`/api/v1/${SANDBOX.orgId}/members/${userId}`, {
    headers: { 'x-demo-user-id': people.admin },
    data: { role: 'member', isDeleted: false },
  });
  expect(response.ok()).toBe(true);
}

test('an admin finds a person, makes them an admin and a member again, and removes and restores them', {
  tag: '@long',
}, async ({ page, sessionOf, browser }) => {
  const maria = await browser.newContext({ storageState: await sessionOf('runner') });
  try {
    await openTeam(page);
    await expectAccessible(page);
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search users by name')).toBeFocused();
    await page.keyboard.type('KELL');
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/q=KELL/);
    await expect(row(page, 'Dana Lee')).toHaveCount(0);

    await page.getByLabel('Role of Maria Keller').selectOption('Admin');
    await page.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
    await expect(page.getByText('Successfully changed permissions for Maria Keller')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Role of Maria Keller')).toHaveValue('admin');
    await isLive(page);
    await page.getByLabel('Role of Maria Keller').selectOption('Member');
    await expect(page.getByText('Successfully changed permissions for Maria Keller')).toBeVisible();

    await page.getByRole('button', { name: 'Remove Maria Keller' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Maria Keller?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(row(page, 'Maria Keller').getByText('DELETED')).toBeVisible();
    await expectAccessible(page);

    const herPage = await maria.newPage();
    await herPage.goto(`${new URL(page.url()).origin}/${SANDBOX.slug}/commands`);
    await expect(herPage).toHaveURL(/\/(orgs|[^/]+\/commands)/);
    await expect(herPage.getByRole('link', { name: 'Best sellers' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Restore Maria Keller' }).click();
    await expect(row(page, 'Maria Keller').getByText('DELETED')).toHaveCount(0);
  } finally {
    await settle(page, people.runner);
    await maria.close();
  }
});

test("people cannot change their own role, and are told about another person's earlier change", {
  tag: '@long',
}, async ({ page }) => {
  await openTeam(page);
  await expect(row(page, 'Dana Lee')).toContainText('You');
  await expect(page.getByLabel('Role of Dana Lee')).toHaveCount(0);
  await page.getByLabel('Search users by name').fill('nobody is called so');
  await expect(page.getByText('No one by that name')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await expect(row(page, 'Dana Lee')).toBeVisible();
});

test('a group is created, filled, emptied, and deleted', { tag: '@long' }, async ({ page }) => {
  await openTeam(page, '?tab=groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  const make = page.getByRole('dialog', { name: 'New group' });
  await make.getByRole('button', { name: 'Create' }).click();
  await expect(make.getByText('You must fill out "Name"', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await make.getByLabel('Name').fill('Night shift');
  await make.getByRole('button', { name: 'Create' }).click();

  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await findAndChoose(edit.getByLabel('Add people'), 'maria', /Maria Keller/);
  await page.keyboard.press('Escape');
  await edit.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(edit.getByText('1 person')).toBeVisible();
  await expectAccessible(page);
  await edit.getByLabel('Name').fill('Late shift');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The group is now called Late shift.')).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).click();

  const group = page.getByRole('button', { name: /^Late shift/ });
  await group.click();
  await expect(page.getByRole('list', { name: 'Groups' }).getByText('Maria Keller')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit Late shift' }).click();
  await edit.getByRole('button', { name: 'Remove Maria Keller from this group' }).click();
  await expect(edit.getByText('This group has no members yet.')).toBeVisible();
  await edit.getByRole('button', { name: 'Delete group' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Late shift?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('Deleted the group Late shift.')).toBeVisible();
  await expect(group).toHaveCount(0);
});

test('the changelog says who did what to which commands', { tag: '@long' }, async ({ page }) => {
  const headers = { 'x-demo-user-id': people.admin };
  const list = await page.request.get(`/api/v1/${SANDBOX.orgId}/skinny-kits?filter=name:Best sellers`, {
    headers,
  });
  const [{ kit_id, description }] = await list.json();
  for (const text of ['For a moment', description]) {
    const data = { description: text };
    await page.request.patch(`/api/v1/${SANDBOX.orgId}/kits/${kit_id}`, { headers, data });
  }
  await page.goto(`/${SANDBOX.slug}/command-changes`);
  await isLive(page);
  const changelog = page.getByRole('table', { name: 'Command changes' });
  await expect(
    changelog.getByRole('row', { name: /^0\.\d+\.\d+ Dana Lee changed a command/ }).first(),
  ).toContainText('Best sellers: description');
  await expectAccessible(page);
});

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

test("a member's commands are listed by folder, and are searched, shared, and configured there", {
  tag: '@long',
}, async ({ page }) => {
  await openTeam(page);
  await page.getByRole('link', { name: 'Maria Keller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Maria Keller' }).waitFor();
  await isLive(page);
  await expect(page.getByRole('tab', { name: 'Maria’s commands' })).toBeVisible();
  await expectAccessible(page);
  // It may stand on the next page, where another journey moved it.
  await page.keyboard.press('/');
  await page.keyboard.type('SELLERS');
  await expect(page.getByRole('row', { name: /Find orders/ })).toHaveCount(0);
  const sellers = page.getByRole('row', { name: /Best sellers/ });
  await sellers.getByRole('button', { name: /^Who can access Best sellers\?/ }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Engineers: Dana Lee, Jonas Okafor');
  await sellers.getByRole('button', { name: 'Configure Best sellers' }).click();
  await page.getByRole('dialog', { name: 'Configure Best sellers' }).waitFor();
  await page.keyboard.press('Escape');
  await sellers.getByRole('button', { name: 'Share Best sellers' }).click();
  await expect(page.getByRole('dialog')).toContainText('Best sellers');
  await page.keyboard.press('Escape');
  await sellers.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Best sellers' }).waitFor();
});

test.describe('a command that only another person has', () => {
  test.use({ as: 'runner', expectedComplaints: [/404/] });

  test('is shown by its name, and can be asked for', { tag: '@long' }, async ({ page }) => {
    await changeSource(
      'create or replace function shop.only_for_dana() returns integer language sql as $$ select 1 $$',
    );
    await addCommand(page.request, 'only_for_dana');
    try {
      await page.goto(`/${SANDBOX.slug}/members/${people.admin}`);
      await isLive(page);
      await page.keyboard.press('/');
      await page.keyboard.type('only_for');
      // While the others are still listed, the row moves away from under the pointer.
      await expect(page.getByRole('table', { name: 'Commands' }).getByRole('row')).toHaveCount(2);
      const row = page.getByRole('row', { name: /only_for_dana/ });
      await expect(row.getByRole('button', { name: /Configure|Share|Hide/ })).toHaveCount(0);
      await row.getByRole('link', { name: 'Request access' }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: "You don't have access to only_for_dana" }),
      ).toBeVisible();
    } finally {
      await changeSource('drop function if exists shop.only_for_dana()');
    }
  });
});

test.describe('as a member', () => {
  test.use({ as: 'runner', expectedComplaints: [/404/] });

  test('sees people and groups, cannot change them, and has no audit log', { tag: '@long' }, async ({
    page,
  }) => {
    await openTeam(page);
    await expect(row(page, 'Jonas Okafor')).toContainText('Engineer');
    await expect(page.getByRole('button', { name: /Remove/ })).toHaveCount(0);
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Groups' }).click();
    await expect(page.getByRole('button', { name: 'New group' })).toHaveCount(0);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await expect(page.getByRole('menuitem', { name: 'Organization users' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Audit log' })).toHaveCount(0);
    await page.goto(`/${SANDBOX.slug}/audit`);
    await expect(page.getByRole('heading', { name: /^Only admins of .* read the audit log$/ })).toBeVisible();
  });
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
