import { beforeEach, describe, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { answerInstead, FAILED, failed, never } from '../support/answers';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { addCommand, builderPath, changeSource, commandId } from '../support/source';

withSandbox();

const library = `/${SANDBOX.slug}/commands`;

async function openLibrary(more = ''): Promise<void> {
  await page.goto(library + more);
  await page.getByRole('table', { name: 'Commands' }).waitFor();
}

const names = async () =>
  page
    .getByRole('table', { name: 'Commands' })
    .getByRole('link')
    .find()
    .map((link) => link.textContent);

test('a command is hidden, found under Hidden, and restored', async () => {
  await openLibrary();
  // Only visible rows are rendered.
  const search = page.getByLabel('Search commands');
  await search.fill('undo');
  const row = page.getByRole('row', { name: /Undo a refund/ });
  await row.hover();
  await row.getByRole('button', { name: 'Hide Undo a refund' }).click();
  await expect.poll(() => names()).not.toContain('Undo a refund');
  await search.fill('');
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Hidden commands' }).click();
  await expect.poll(() => names()).toEqual(['Undo a refund']);
  await expect(page).toHaveURL(/hidden=true/);
  await row.hover();
  await row.getByRole('button', { name: 'Restore Undo a refund' }).click();
  await expect(page.getByText('Nothing is hidden')).toBeVisible();
});

test('a search finds what commands say about themselves, after those that are named so', async () => {
  await openLibrary();
  const search = page.getByLabel('Search commands');
  await search.fill('refund');
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['Refund an order', 'Undo a refund']);
  expect(await names()).toContain('Monthly revenue');
  await search.fill('zzqx refund undo');
  await expect(page.getByText('No command has all of these words. These have some:').first()).toBeVisible();
  await expect.poll(() => names()).toEqual(['Undo a refund']);
  await search.fill('zzqx OR (refund AND zzqx)');
  await page.getByRole('button', { name: 'Show all commands' }).click();
  await expect.poll(() => names()).toContain('Best sellers');
});

test('people who are not admins read where a search finds nothing whom to ask for other commands', async () => {
  const only = page.getByText(/Only commands that are shared with you are listed\. Ask Dana Lee\./);
  await openLibrary('?q=zzqx');
  await expect(page.getByText('No commands match this search')).toBeVisible();
  await expect(only).toHaveCount(0);
  await signInAs('runner');
  await openLibrary();
  await page.getByLabel('Search commands').fill('zzqx');
  await expect(only).toBeVisible();
});

test('nothing of the menu of new commands moves under the pointer while its connections load', async () => {
  const isList = (asked: string) => /^GET .*\/creds(\?|$)/.test(asked);
  const open = async () => {
    await openLibrary();
    await page.getByRole('button', { name: 'New command' }).click();
  };
  answerInstead((asked) => (isList(asked) ? never() : null));
  await open();
  await expect(page.getByRole('menuitem')).toHaveText(['Loading…']);

  answerInstead((asked) => (isList(asked) ? failed() : null));
  await open();
  await expect(
    page.getByRole('menuitem', { name: `Error - Failed to get creds. ${FAILED} Try again` }),
  ).toBeVisible();
  await page.getByRole('menuitem', { name: 'Connect a database or API' }).click();
  await expect(page.getByRole('menuitem', { name: 'HTTP request' })).toBeVisible();
});

test('a command whose folder was deleted meanwhile stays where it is, and its panel stays open', async () => {
  const { directory_id: folderId } = await call<{ directory_id: number }>('POST', '/directories', {
    name: 'Short-lived',
    orgId: SANDBOX.orgId,
  });
  await openLibrary(`?panel=move:${await commandId('Undo a refund')}`);
  const panel = page.getByRole('dialog', { name: 'Move to a folder' });
  await panel.getByRole('radio', { name: 'Short-lived' }).check();
  await call('DELETE', `/directories/${folderId}`);
  const move = panel.getByRole('button', { name: 'Move', exact: true });
  await move.click();
  await expect(page.getByText('“Undo a refund” was not moved')).toBeVisible();
  await expect(panel.getByRole('radio', { name: 'Short-lived' })).toHaveCount(0);
  await expect(move).toBeDisabled();
});

test('hiding a command can be undone in its message', async () => {
  await openLibrary();
  await page.getByLabel('Search commands').fill('best sellers');
  const row = page.getByRole('row', { name: /Best sellers/ });
  await row.hover();
  await row.getByRole('button', { name: 'Hide Best sellers' }).click();
  await expect.poll(() => names()).not.toContain('Best sellers');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('“Best sellers” is back in the library.')).toBeVisible();
  await expect.poll(() => names()).toContain('Best sellers');
});

test('a deleted command is restored from the list of deleted commands', async () => {
  const routine = 'deleted_and_back';
  await changeSource(`create function shop.${routine}() returns int language sql return 1`);
  const id = await addCommand(routine);
  await call('DELETE', `/kits/${id}`);
  await openLibrary();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitem', { name: 'Deleted commands' }).click();
  const panel = page.getByRole('dialog', { name: 'Deleted commands' });
  await expect(panel.getByText(routine, { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: `Restore ${routine}` }).click();
  await expect(page.getByText(`“${routine}” is back in the library.`)).toBeVisible();
  await expect(panel.getByRole('button', { name: `Restore ${routine}` })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: routine })).toBeVisible();
  await changeSource(`drop function shop.${routine}()`);
});

test('the list is sorted by its columns and by use, and the address keeps the order', async () => {
  const { commandId, templateId } = await prisma().command.findFirstOrThrow({
    where: { orgId: SANDBOX.orgId, name: 'Undo a refund' },
  });
  await prisma().commandFigure.create({
    data: {
      orgId: SANDBOX.orgId,
      span: 'day',
      slotAt: new Date(new Date().toISOString().slice(0, 10)),
      commandId,
      templateId,
      trigger: 'person',
      outcome: 'success',
      runs: 1_000,
    },
  });
  await openLibrary();
  const first = async () => (await names())[0];
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const byName = await names();
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await header('Name').getByRole('button', { name: 'Name', exact: true }).click();
  await expect(header('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(first).not.toBe(byName[0]);
  await expect(page).toHaveURL(/sort=name-/);

  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Most used' }).click();
  await expect.poll(first).toBe('Undo a refund');
  await expect(page).toHaveURL(/sort=used-/);
  await expect(header('Name')).toHaveAttribute('aria-sort', 'none');
  await openLibrary('?sort=used-');
  expect(await first()).toBe('Undo a refund');

  await header('Last run').getByRole('button').click();
  await expect(header('Last run')).toHaveAttribute('aria-sort', 'descending');
  await header('Name').getByRole('button').click();
  await expect.poll(names).toEqual(byName);
  await expect(page).not.toHaveURL(/sort=/);
  await prisma().commandFigure.deleteMany({ where: { commandId } });
});

test('a command is configured from its row, which shows the change at once', async () => {
  // No other journey uses the configuration of this command.
  await openLibrary();
  const row = page.getByRole('row', { name: /Monthly revenue/ });
  await row.hover();
  await row.getByRole('button', { name: 'Configure Monthly revenue' }).click();
  const panel = page.getByRole('dialog', { name: /^Configure/ });
  await panel.getByRole('textbox', { name: 'Description' }).fill('Month by month');
  await panel.getByRole('textbox', { name: 'Running message' }).fill('Adding up…');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(row).toContainText('Month by month');
});

test('the page of a command leads back to its folder', async () => {
  await page.goto(builderPath(await commandId('Find orders')));
  const place = page.getByRole('navigation', { name: 'Where this command is' });
  await expect(place.getByRole('button', { name: 'Move this command' })).toBeVisible();
  await place.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/commands\?folder=\d+$/);
  await expect.poll(() => names()).toContain('Find orders');
});

describe('a runner', () => {
  beforeEach(() => signInAs('runner'));

  test('has the commands, and no action that changes them', async () => {
    await openLibrary();
    await expect(page.getByRole('button', { name: 'New command' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^(Hide|Configure|Move) / })).toHaveCount(0);
    await page.getByRole('button', { name: 'Actions for Best sellers' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Go to command', 'Pin to Home', 'Who has it']);
    await expect(page.getByRole('button', { name: 'New folder' })).toHaveCount(0);
  });
});

test('a member without any command is told how commands get here, and an admin how to create one', async () => {
  const member = { orgId: 'northwind', userId: people.runner };
  await prisma().membership.create({ data: { ...member, role: 'member', state: 'active' } });
  await signInAs('runner');
  await page.goto('/northwind/commands');
  await expect(page.getByText('No commands are shared with you yet')).toBeVisible();
  await expect(page.getByText(/When an engineer shares a command with you/)).toBeVisible();
  await expect(page.getByText("You haven't created any buttons yet!")).toHaveCount(0);
  await prisma().membership.deleteMany({ where: member });

  await signInAs('stranger');
  await page.goto('/northwind/commands');
  // The first steps alone say what to do, until they are closed.
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('button', { name: 'Connect' })).toBeVisible();
  await expect(page.getByText("You haven't created any buttons yet!")).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await steps.getByRole('button', { name: 'Close the first steps' }).click();
  await expect(page.getByText("You haven't created any buttons yet!")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a button' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

describe('the recent commands', () => {
  const recents = page.getByRole('region', { name: 'Recents' });
  beforeEach(async () => {
    const kitId = await commandId('Find orders');
    await call('POST', `/kits/${kitId}/users/${people.admin}/recent`, { source: 'view' });
  });

  test('that no search matches are told apart from none', async () => {
    await page.goto(`${library}?tab=recents`);
    await page.getByLabel('Search commands').fill('zzqx');
    await expect(recents.getByText('No recent commands match this search')).toBeVisible();
    await page.getByLabel('Search commands').fill('best sellers');
    await recents.getByRole('button', { name: 'Search all commands' }).click();
    await expect.poll(() => names()).toContain('Best sellers');
  });

  test('are listed whether or not hidden commands were looked at before', async () => {
    await page.goto(`${library}?tab=recents&hidden=true`);
    await expect(recents.getByRole('link', { name: 'Find orders' })).toBeVisible();
  });
});
