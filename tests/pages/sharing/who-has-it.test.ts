import { beforeEach, describe, test } from 'vitest';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { builderPath } from '../support/source';
import { findAndChoose } from '../support/steps';

import { grant, MARIA, openShare, ownCommand, recipients, rowOf, share } from './share-panel';

withSandbox();

test("a command's link is sent to people who have the command", async () => {
  const command = await ownCommand('link');
  await grant(command.id, MARIA, 'runner');
  const panel = await openShare(command, '&share-tab=shared-with');
  await panel.getByRole('button', { name: 'Send link to Maria Keller' }).click();
  await expect(page.getByText('Sent to maria@pushboard.example')).toBeVisible();
});

describe('a runner', () => {
  beforeEach(() => signInAs('runner'));

  test('sees who has access, and cannot change it', async () => {
    const command = await ownCommand('runner');
    await grant(command.id, MARIA, 'runner');
    const panel = await openShare(command);
    await expect(panel.getByRole('tab')).toHaveText(['Shared with']);
    await expect(rowOf(panel, 'Teammates', 'Maria Keller')).toContainText(/\(you\).*Runner/s);
    await expect(rowOf(panel, 'Teammates', 'Dana Lee')).toContainText('org admin');
    await expect(panel.getByRole('combobox')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /^Unshare/ })).toHaveCount(0);
    await rowOf(panel, 'Teammates', 'Maria Keller').getByRole('button', { name: /^Why/ }).click();
    const why = page.getByRole('dialog', { name: 'Why can someone run this?' });
    await expect(why.getByText('Maria Keller can run this command.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
  });
});

test('Enter explains the person who was searched for, and nobody until they are found', async () => {
  const command = await ownCommand('asked_why');
  await page.goto(builderPath(command.id, `&panel=why:${command.id}`));
  const why = page.getByRole('dialog', { name: 'Why can someone run this?' });
  const search = why.getByLabel('Person');
  await search.click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await search.fill('maria');
  await search.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option')).toHaveAttribute('data-combobox-selected', 'true');
  await expect(search).toHaveValue('maria');
  await search.press('Enter');
  await expect(why.getByText(/^Maria Keller can/)).toBeVisible();
});

test('explains why a person can run a command, and what they would lose', async () => {
  const command = await ownCommand('why');
  const name = 'Why';
  const { directory_id: folderId } = await call<{ directory_id: number }>('POST', '/directories', {
    name,
    orgId: SANDBOX.orgId,
  });
  await call('PATCH', `/kits/${command.id}`, { directoryId: folderId });
  await page.goto(`/${SANDBOX.slug}/commands?folder=${folderId}`);
  await page.getByRole('button', { name: 'Share folder' }).click();
  const folder = page.getByRole('dialog', { name });
  await expect(folder.getByText(/Only admins connect sources and add commands\.$/)).toBeVisible();
  await folder.getByText('Engineer', { exact: true }).first().click();
  await findAndChoose(recipients(folder), 'maria', /Maria Keller/);
  await share(folder).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();

  await grant(command.id, MARIA, 'runner');
  const panel = await openShare(command, '&share-tab=shared-with');
  const maria = rowOf(panel, 'Teammates', 'Maria Keller');
  await expect(maria).toContainText(`through folder ${name}`);
  // It stands there twice, for wide and for narrow windows.
  await expect(maria.getByRole('link', { name }).first()).toHaveAttribute(
    'href',
    new RegExp(`folder=${folderId}`),
  );
  await maria.getByRole('button', { name: 'Why Maria Keller has this' }).click();
  const why = page.getByRole('dialog', { name: 'Why can someone run this?' });
  const grants = why.getByRole('list', { name: 'Where their access comes from' }).getByRole('listitem');
  await expect(grants).toHaveCount(2);
  await expect(grants.nth(0)).toContainText(`Engineer, through the folder ${name}`);
  await expect(grants.nth(0)).toContainText('Without it they could still run it, but not change it.');
  await expect(grants.nth(1)).toContainText('Runner, shared with them');
  await expect(grants.nth(1)).toContainText('Also has access another way');

  // A person without access, by name.
  await findAndChoose(why.getByRole('textbox', { name: 'Person' }), 'okafor', /Jonas Okafor/);
  await expect(why.getByText('Jonas Okafor cannot see or run this command.')).toBeVisible();
  await expect(page).toHaveURL(/why:\d+:demo-jonas/);
});

test('a folder names the people who have single commands in it', async () => {
  const command = await ownCommand('single');
  const { directory_id: folderId } = await call<{ directory_id: number }>('POST', '/directories', {
    name: 'Stock',
    orgId: SANDBOX.orgId,
  });
  await call('PATCH', `/kits/${command.id}`, { directoryId: folderId });
  await grant(command.id, MARIA, 'runner');
  await page.goto(`/${SANDBOX.slug}/commands?folder=${folderId}`);
  await page.getByRole('button', { name: 'Share folder' }).click();
  const folder = page.getByRole('dialog', { name: 'Stock' });
  const words = 'Maria Keller has single commands in this folder, not the folder itself.';
  await expect(folder.getByText(words)).toBeVisible();
  await folder.getByRole('tab', { name: 'Shared with' }).click();
  await expect(folder.getByText(words)).toBeVisible();
});

describe('a public command', () => {
  test('becomes public by Save, and has a link to copy', async () => {
    const command = await ownCommand('public');
    const panel = await openShare(command, '&share-tab=visibility');
    await panel.getByRole('radio', { name: 'Public' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated visibility!')).toBeVisible();
    await page.goto(`/${SANDBOX.slug}/builder?id=${command.id}&shareOpen=true`);
    await expect(panel.getByRole('tab', { name: 'Link', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  test('gets its own link when it is added to the store', async () => {
    const command = await ownCommand('store');
    const panel = await openShare(command, '&share-tab=visibility');
    await panel.getByRole('radio', { name: 'Store' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated visibility!')).toBeVisible();
    await panel.getByRole('tab', { name: 'Store link' }).click();
    const link = await panel.getByRole('textbox', { name: 'Store link' }).inputValue();
    expect(link).toMatch(new RegExp(`/store/builder\\?id=${command.id}$`));
    await page.goto(new URL(link).pathname + new URL(link).search);
    await expect(page.getByRole('heading', { level: 1, name: command.name })).toBeVisible();
  });

  test('that is made private is shared with nobody until it is changed', async () => {
    const command = await ownCommand('mine');
    const panel = await openShare(command, '&share-tab=visibility');
    await panel.getByRole('radio', { name: 'Just me' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated visibility!')).toBeVisible();
    await panel.getByRole('tab', { name: 'Share', exact: true }).click();
    await expect(panel.getByText('Only you can see this command')).toBeVisible();
    await panel.getByRole('button', { name: 'Change its visibility' }).click();
    await expect(panel.getByRole('radio', { name: 'Just me' })).toBeChecked();
  });
});

test("another person's change is shown after saving one's own", async () => {
  const command = await ownCommand('meanwhile');
  await grant(command.id, people.engineer, 'runner');
  await grant(command.id, MARIA, 'runner');
  const panel = await openShare(command, '&share-tab=shared-with');
  await grant(command.id, people.engineer, 'admin');
  await call('DELETE', `/can/${MARIA}/access/kit/${command.id}`);
  // It is gone already: removing it changes nothing, and is not an error.
  await rowOf(panel, 'Teammates', 'Maria Keller')
    .getByRole('button', { name: /^Unshare/ })
    .click();
  await expect(rowOf(panel, 'Teammates', 'Maria Keller')).toHaveCount(0);
  await expect(panel.getByLabel('Role of Jonas Okafor')).toHaveValue('admin');
});

describe('a refused change', () => {
  test('is rolled back on screen, and says why', async () => {
    const command = await ownCommand('rolled_back');
    await grant(command.id, MARIA, 'runner');
    const panel = await openShare(command, '&share-tab=shared-with');
    await call('PATCH', `/kits/${command.id}`, { visibility: 'justme' });
    await panel.getByLabel('Role of Maria Keller').selectOption('Engineer');
    await expect(
      page.getByText(/Error sharing with Maria Keller as Engineer: Only you can see/),
    ).toBeVisible();
  });
});

test('explains why a person can open a folder, and what they would lose', async () => {
  const command = await ownCommand('why_folder');
  const name = 'Why open';
  const { directory_id: folderId } = await call<{ directory_id: number }>('POST', '/directories', {
    name,
    orgId: SANDBOX.orgId,
  });
  await call('PATCH', `/kits/${command.id}`, { directoryId: folderId });
  await grant(command.id, MARIA, 'runner');
  await call('POST', `/directories/${folderId}/share`, { recipients: [{ userId: people.engineer }] });
  await page.goto(`/${SANDBOX.slug}/commands?panel=share-folder:${folderId}&share-tab=shared-with`);
  const panel = page.getByRole('dialog', { name });
  await panel.getByRole('button', { name: 'Why Jonas Okafor has this' }).click();
  const why = page.getByRole('dialog', { name: 'Why can someone open this?' });
  const grants = why.getByRole('list', { name: 'Where their access comes from' }).getByRole('listitem');
  await expect(why.getByText('Jonas Okafor can open this folder, and run what is in it.')).toBeVisible();
  await expect(grants).toHaveText(['Runner, shared with themWithout it they could not open it.']);
  await findAndChoose(why.getByRole('textbox', { name: 'Person' }), 'keller', /Maria Keller/);
  await expect(why.getByText('They have 1 command in it by other ways.')).toBeVisible();
  await expect(page).toHaveURL(/why-folder:\d+:demo-maria/);
});
