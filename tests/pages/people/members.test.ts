import { beforeEach, describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { giveToken } from '../../support/things/tokens';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, changeSource, commandId } from '../support/source';
import { findAndChoose } from '../support/steps';

withSandbox();

const team = `/${SANDBOX.slug}/org`;

async function openTeam(more = ''): Promise<void> {
  await page.goto(team + more);
  await page.getByRole('heading', { level: 1, name: 'Organization users' }).waitFor();
}

const row = (name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name: new RegExp(name) });

test('an admin finds a person, makes them an admin and a member again, and removes and restores them', async () => {
  await openTeam();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search users by name')).toBeFocused();
  await page.keyboard.type('KELL');
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/q=KELL/);
  await expect(row('Dana Lee')).toHaveCount(0);

  await page.getByLabel('Role of Maria Keller').selectOption('Admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
  await expect(page.getByText('Successfully changed permissions for Maria Keller')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Role of Maria Keller')).toHaveValue('admin');
  await page.getByLabel('Role of Maria Keller').selectOption('Member');
  await expect(page.getByText('Successfully changed permissions for Maria Keller')).toBeVisible();

  await page.getByRole('button', { name: 'Remove Maria Keller' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Maria Keller?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row('Maria Keller').getByText('DELETED')).toBeVisible();

  await signInAs('runner');
  await page.goto(`/${SANDBOX.slug}/commands`);
  await expect(page).toHaveURL(/\/(orgs|[^/]+\/commands)/);
  await expect(page.getByRole('link', { name: 'Best sellers' })).toHaveCount(0);

  await signInAs('admin');
  await openTeam();
  await page.getByRole('button', { name: 'Restore Maria Keller' }).click();
  await expect(row('Maria Keller').getByText('DELETED')).toHaveCount(0);
});

test('an admin who restores a person hears beforehand that their tokens work again', async () => {
  const userId = people.runner;
  await giveToken(userId);
  await call('PATCH', `/members/${userId}`, { isDeleted: true });
  await openTeam();
  await page.getByRole('button', { name: 'Restore Maria Keller' }).click();
  const question = page.getByRole('dialog', { name: 'Restore Maria Keller?' });
  await expect(question).toContainText('Their access token works here again');
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(row('Maria Keller').getByText('DELETED')).toHaveCount(0);
});

test("people cannot change their own role, and are told about another person's earlier change", async () => {
  await openTeam();
  await expect(row('Dana Lee')).toContainText('You');
  await expect(page.getByLabel('Role of Dana Lee')).toHaveCount(0);
  await page.getByLabel('Search users by name').fill('nobody is called so');
  await expect(page.getByText('No one by that name')).toBeVisible();
  await page.getByRole('button', { name: 'Show everybody' }).click();
  await expect(row('Dana Lee')).toBeVisible();
});

test('a group is created, filled, emptied, and deleted', async () => {
  await openTeam('?tab=groups');
  await page.getByRole('button', { name: 'New group' }).first().click();
  const make = page.getByRole('dialog', { name: 'New group' });
  await make.getByRole('button', { name: 'Create' }).click();
  await expect(make.getByText('You must fill out "Name"', { exact: true })).toBeVisible();
  await make.getByLabel('Name').fill('Night shift');
  await make.getByRole('button', { name: 'Create' }).click();

  const edit = page.getByRole('dialog', { name: 'Edit group' });
  await findAndChoose(edit.getByLabel('Add people'), 'maria', /Maria Keller/);
  await page.keyboard.press('Escape');
  await edit.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(edit.getByText('1 person')).toBeVisible();
  await edit.getByLabel('Name').fill('Late shift');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The group is now called Late shift.')).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).click();

  const group = page.getByRole('button', { name: /^Late shift/ });
  await group.click();
  await expect(page.getByRole('list', { name: 'Groups' }).getByText('Maria Keller')).toBeVisible();
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

test('the changelog says who did what to which commands', async () => {
  const kitId = await commandId('Best sellers');
  await call('PATCH', `/kits/${kitId}`, { description: 'For a moment' });
  await page.goto(`/${SANDBOX.slug}/home`);
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Command changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Command changes' })).toBeVisible();
  const changelog = page.getByRole('table', { name: 'Command changes' });
  await expect(
    changelog.getByRole('row', { name: /^0\.\d+\.\d+ Dana Lee changed a command/ }).first(),
  ).toContainText('Best sellers: description');
  // The address of the tab that it was.
  await page.goto(`/${SANDBOX.slug}/org?tab=changelog`);
  await expect(page).toHaveURL(/\/command-changes$/);
});

test('people are invited into a group and a folder', async () => {
  await call('POST', '/groups', { name: 'Night shift' });
  await openTeam();
  await page.getByRole('button', { name: 'Invite new members' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByLabel('Email addresses').fill('nadia@example.org');
  await page.keyboard.press('Enter');
  await findAndChoose(invite.getByLabel('Groups'), 'night', /Night shift/);
  await findAndChoose(invite.getByLabel('Folders'), 'orders', /Orders/);
  await expect(invite.getByText(/^They run the commands in these folders.* as an engineer/)).toBeVisible();
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Successfully invited nadia@example.org')).toBeVisible();
  await expect(invite).toHaveCount(0);
  await expect.poll(() => prisma().groupMember.count({ where: { group: { name: 'Night shift' } } })).toBe(1);
  await expect(row('nadia')).toContainText('Night shift');
  await expect(row('nadia')).toContainText('Runner');
  // Nothing counts yet, so no folder is listed with 0 commands.
  await page.getByRole('link', { name: /^nadia/ }).click();
  await expect(
    page.getByText(/^Invited: will be runner of \d commands in Orders once they join · in Night shift$/),
  ).toBeVisible();
  await expect(page.getByText('nadia has not joined yet')).toBeVisible();
  await openTeam();

  await page.getByRole('button', { name: 'Copy link of nadia' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke the invitation of nadia' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke the invitation of nadia?' });
  await question.getByRole('button', { name: 'Revoke invitation' }).click();
  await expect(page.getByText('Revoked the invitation of nadia')).toBeVisible();
  await expect(row('nadia').getByText('INVITATION REVOKED')).toBeVisible();
  await page.getByRole('button', { name: 'Restore nadia' }).click();
  await expect(row('nadia').getByText('INVITATION REVOKED')).toHaveCount(0);

  // The groups and folders of an invitation aren't filled in for the next person.
  await page.getByRole('button', { name: 'Invite new members' }).click();
  await expect(invite.getByText('They can run nothing until')).toBeVisible();
  await expect(invite.getByText('Orders', { exact: true })).toHaveCount(0);
  await expect(invite.getByText('Night shift', { exact: true })).toHaveCount(0);
});

test('an invitation whose link ended is copied with a new one', async () => {
  await call('POST', '/invite', { recipients: [{ email: 'late@example.org' }] });
  await prisma().joinToken.updateMany({ data: { expiresAt: new Date(0) } });
  await openTeam();
  await page.getByRole('button', { name: 'Copy link of late' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  expect(await prisma().joinToken.count({ where: { expiresAt: { gt: new Date() } } })).toBe(1);
});

test("a member's commands are listed by folder, and are searched, shared, and configured there", async () => {
  await openTeam();
  await page.getByRole('link', { name: 'Maria Keller' }).click();
  await page.getByRole('heading', { level: 1, name: 'Maria Keller' }).waitFor();
  await expect(page.getByRole('tab', { name: 'Maria’s commands' })).toBeVisible();
  await expect(page.getByText(/^Member · (runner|engineer) of \d+ commands/)).toBeVisible();
  const sellers = page.getByRole('row', { name: /Best sellers/ });
  await expect(sellers).toContainText(
    /(Runner|Engineer) · (shared with them|by the group|through the folder)/,
  );
  await expect(
    sellers.getByRole('button', {
      name: /^Who can access Best sellers\?.* Engineers: Dana Lee, Jonas Okafor/,
    }),
  ).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('SELLERS');
  await expect(page.getByRole('row', { name: /Find orders/ })).toHaveCount(0);
  await sellers.getByRole('button', { name: 'Configure Best sellers' }).click();
  await page.getByRole('dialog', { name: 'Configure Best sellers' }).waitFor();
  await page.keyboard.press('Escape');
  await sellers.getByRole('button', { name: 'Share Best sellers' }).click();
  await expect(page.getByRole('dialog')).toContainText('Best sellers');
  await page.keyboard.press('Escape');
  await sellers.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { level: 1, name: 'Best sellers' }).waitFor();
});

describe('a command that only another person has', () => {
  beforeEach(() => signInAs('runner'));

  test('is shown by its name, and can be asked for', async () => {
    await changeSource(
      'create or replace function shop.only_for_dana() returns integer language sql as $$ select 1 $$',
    );
    await addCommand('only_for_dana');
    try {
      await page.goto(`/${SANDBOX.slug}/members/${people.admin}`);
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
      await page.getByLabel('Reason').fill('For the audit');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^You asked /)).toBeVisible();
    } finally {
      await changeSource('drop function if exists shop.only_for_dana()');
    }
  });
});

describe('as a member', () => {
  beforeEach(() => signInAs('runner'));

  test('sees people and groups, cannot change them, and has no audit log', async () => {
    await openTeam();
    await expect(row('Jonas Okafor')).toContainText('Engineer');
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

test('the list says what an invited person will be once they join', async () => {
  const [made] = await call<{ user_id: string }[]>('POST', '/invite', {
    recipients: [{ email: 'samuel@example.org' }],
  });
  await openTeam();
  await expect(row('samuel')).toContainText('No commands yet');
  await call('POST', `/kits/${await commandId('Best sellers')}/share`, {
    recipients: [{ userId: made?.user_id, newKitDirRole: 'admin' }],
    skipTheSending: true,
  });
  await openTeam();
  await expect(row('samuel')).toContainText('Engineer');
});

test('who removes a person reads which jobs stop, and that they can be taken over', async () => {
  await call(
    'POST',
    `/kits/${await commandId('Best sellers')}/cron-jobs`,
    { name: 'Weekday sellers', cronExpression: '0 7 * * 1-5' },
    'engineer',
  );
  await openTeam();
  await page.getByRole('button', { name: 'Remove Jonas Okafor' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Jonas Okafor?' });
  await expect(
    question.getByText(/^To keep this job running, take it over, now or afterward:/),
  ).toBeVisible();
  await question.getByRole('link', { name: 'Weekday sellers' }).click();
  await expect(question).toHaveCount(0);
  const job = page.getByRole('dialog', { name: 'Weekday sellers' });
  await expect(job.getByText('Runs as Jonas Okafor')).toBeVisible();
  await expect(job.getByRole('button', { name: 'Take over' })).toBeVisible();

  await openTeam();
  await page.getByRole('button', { name: 'Remove Jonas Okafor' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('link', { name: 'Open scheduled jobs' })).toBeVisible();
});
