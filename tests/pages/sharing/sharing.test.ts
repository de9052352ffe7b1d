import { beforeEach, describe, test } from 'vitest';
import { answerInstead } from '../support/answers';
import { expect } from '../support/expectations';
import { fetchFromOwnServer } from '../support/own-server';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { signInAs, withSandbox } from '../support/sandbox';
import { findAndChoose } from '../support/steps';

import { grant, openShare, ownCommand, recipients, rowOf, share } from './share-panel';

withSandbox();

test('an admin shares with a colleague, makes them an engineer, and takes it back', async () => {
  const command = await ownCommand('whole');
  await page.goto(`/${SANDBOX.slug}/builder?id=${command.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const panel = page.getByRole('dialog', { name: command.name });
  await findAndChoose(recipients(panel), 'KELL', /Maria Keller/);
  await expect(panel.getByText('Maria Keller')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Note' }).fill('For the month end.');
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
  // The progress is not shown next to the outcome.
  await expect(page.getByText('Sharing...')).toBeHidden();
  await expect(panel.getByText('1 engineer, 1 runner')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('');

  await panel.getByRole('tab', { name: 'Shared with' }).click();
  const maria = rowOf(panel, 'Teammates', 'Maria Keller');
  await maria.getByLabel('Role of Maria Keller').selectOption('Engineer');
  await expect(page.getByText('Maria Keller is now an engineer.')).toBeVisible();
  await expect(panel.getByText('2 engineers, 0 runners')).toBeVisible();
  // People cannot change their own role.
  await expect(rowOf(panel, 'Teammates', 'Dana Lee').getByRole('combobox')).toHaveCount(0);
  await maria.getByRole('button', { name: 'Unshare with Maria Keller' }).click();
  await expect(page.getByText('Unshared with Maria Keller')).toBeVisible();
  await expect(maria).toHaveCount(0);
  const recent = await call<{ kit_id: number }[]>('GET', `/kits/users/${people.admin}/recent`);
  expect(recent.find((one) => one.kit_id === command.id)).toMatchObject({
    source: 'share',
  });
});

test('recipients who cannot be shared with are explained, and stay to be fixed', async () => {
  const command = await ownCommand('refused');
  const panel = await openShare(command);
  await share(panel).click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await recipients(panel).fill('nobody at all');
  await recipients(panel).press('Enter');
  await expect(panel.getByText('Not a valid email!')).toBeVisible();
  await recipients(panel).fill('dana@pushboard.example');
  await recipients(panel).press('Enter');
  await expect(panel.getByText('Users cannot change their own role.')).toBeVisible();
  await recipients(panel).fill('');
});

test('addresses that are typed without a pause all become recipients, in this order', async () => {
  const panel = await openShare(await ownCommand('typed'));
  let secondIsAsked = () => {};
  const second = new Promise<void>((resolve) => {
    secondIsAsked = resolve;
  });
  answerInstead((asked) => {
    if (asked.includes('search=kim%40')) secondIsAsked();
    return asked.includes('search=sam%40')
      ? second.then(() => fetchFromOwnServer(asked.replace('GET ', '')))
      : null;
  });
  await recipients(panel).fill('sam@partner.example');
  await recipients(panel).press(',');
  await recipients(panel).fill('kim@partner.example');
  await recipients(panel).press(',');
  await recipients(panel).fill('no address yet');
  await expect(panel.getByRole('region', { name: 'Not in Sandbox yet' })).toContainText(
    'sam@partner.example, kim@partner.example are not members of Sandbox.',
  );
  await expect(recipients(panel)).toHaveValue('no address yet');
});

test('S75 a person outside the organization can be given the command alone, and is not named', async () => {
  const command = await ownCommand('outside');
  const panel = await openShare(command);
  await recipients(panel).fill('alex@northwind.example');
  await recipients(panel).press('Enter');
  const card = panel.getByRole('region', { name: 'Not in Sandbox yet' });
  await expect(card).toContainText('alex@northwind.example is not a member of Sandbox.');
  await share(panel).click();
  await expect(panel.getByText('Choose what to do about people who are not in Sandbox.')).toBeVisible();
  await card.getByRole('button', { name: 'Only this command' }).click();
  await share(panel).click();
  await expect(page.getByText('Successfully shared with alex@northwind.example')).toBeVisible();
  // Their name is theirs to tell.
  await expect(rowOf(panel, 'Already have access', 'alex')).toBeVisible();
  await expect(panel.getByText('Romero')).toBeHidden();
});

test('a person outside can be invited to the organization too', async () => {
  const command = await ownCommand('both');
  const email = 'new@partner.example';
  const panel = await openShare(command);
  await recipients(panel).fill(email);
  await recipients(panel).press('Enter');
  await panel.getByRole('button', { name: 'Add to both' }).click();
  await expect(panel.getByText(`${email}, invited to Sandbox`)).toBeVisible();
  await panel.getByRole('button', { name: new RegExp(`^${email} becomes Runner`) }).click();
  await share(panel).click();
  await expect(page.getByText(`Successfully shared with ${email}`)).toBeVisible();
  // There is no mail server here, so the sender passes the link on.
  const waiting = page.getByRole('status').filter({ hasText: /No mail server is set up/ });
  await waiting.getByRole('button', { name: `Copy link for ${email}`, exact: true }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  const members = await call<{ email: string; is_pending_to_org: boolean }[]>('GET', '/members');
  expect(members.find((member) => member.email === email)).toMatchObject({ is_pending_to_org: true });
});

test('people are invited to the organization by their addresses', async () => {
  const email = 'invited@partner.example';
  await page.goto(`/${SANDBOX.slug}/org`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const panel = page.getByRole('dialog', { name: 'Invite people' });
  const addresses = panel.getByLabel('Email addresses').first();
  const invite = panel.getByRole('button', { name: 'Invite', exact: true });
  await invite.click();
  await expect(panel.getByText('Please enter at least one email address.')).toBeVisible();
  await addresses.fill('no-address,');
  await expect(panel.getByText('Not a valid email!')).toBeVisible();
  await addresses.press('Backspace');
  await addresses.fill('maria@pushboard.example');
  await invite.click();
  await expect(
    page.getByText('Error inviting maria@pushboard.example: User already has access to this org.'),
  ).toBeVisible();
  await expect(panel.getByText('User already has access to this org.')).toBeVisible();
  await addresses.press('Backspace');
  await addresses.fill(`${email},`);
  await page.reload();
  await expect(panel.getByText(email)).toBeVisible();
  await invite.click();
  await expect(page.getByText(`Successfully invited ${email}`)).toBeVisible();
});

test('the person who asks for access is filled in when the engineer follows the notification', async () => {
  const command = await ownCommand('rung');
  const toAddresses = ['dana@pushboard.example'];
  const ask = { toAddresses, message: 'May I?', subject: 'Access', kitId: command.id };
  await call('POST', '/send_general_email', ask, 'runner');
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByText(`Maria Keller asks for access to ${command.name}`).click();
  const panel = page.getByRole('dialog', { name: command.name });
  await expect(panel.getByText(/^Maria Keller asked for access to this command: “/)).toBeVisible();
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});

test('the person who asks for access is filled in when the engineer follows the link', async () => {
  const command = await ownCommand('asked');
  const ask = {
    toAddresses: ['dana@pushboard.example'],
    message: 'May I?',
    subject: 'Access',
    kitId: command.id,
  };
  await call('POST', '/send_general_email', ask, 'runner');
  const [latest] = await call<{ mail_id: number }[]>('GET', '/outbox?filter=kind:access_request');
  const { content } = await call<{ content: { link: { url: string } } }>('GET', `/outbox/${latest?.mail_id}`);
  const { pathname, search } = new URL(content.link.url);
  await page.goto(pathname + search);
  const panel = page.getByRole('dialog', { name: command.name });
  await expect(panel.getByText(/^Maria Keller asked for access to this command: “/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Leave out Maria Keller' })).toBeVisible();
  await expect(page).not.toHaveURL(/request=/);
  await share(panel).click();
  await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
});

describe('a person with a command of another organization', () => {
  beforeEach(() => signInAs('stranger'));

  test('is told that they cannot share it, configure it, or remove it', async () => {
    const command = await ownCommand('elsewhere');
    await call('POST', `/kits/${command.id}/share`, {
      recipients: [{ email: 'alex@northwind.example' }],
    });
    await page.goto('/northwind/commands');
    await page.getByRole('button', { name: `Actions for ${command.name}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cannot share' });
    await expect(dialog).toContainText('another organization');
    await dialog.getByRole('button', { name: 'Got it' }).click();
    for (const [item, title] of [
      ['Configure', 'Cannot configure'],
      ['Hide', 'Cannot remove'],
    ] as const) {
      await page.getByRole('button', { name: `Actions for ${command.name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
      const refusal = page.getByRole('dialog', { name: title });
      await expect(refusal).toContainText('was shared with you by another organization');
      await refusal.getByRole('button', { name: 'Got it' }).click();
      await expect(refusal).toBeHidden();
    }
    await page.getByRole('link', { name: command.name }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(dialog).toBeVisible();
  });
});

describe('an engineer who is not an organization admin', () => {
  beforeEach(() => signInAs('engineer'));

  test('shares with listed people, and with nobody else', async () => {
    const command = await ownCommand('engineer');
    await grant(command.id, people.engineer, 'admin');
    const panel = await openShare(command);
    await recipients(panel).fill('sam@partner.example');
    await recipients(panel).press('Enter');
    await expect(panel.getByText('You must select a user from the list.')).toBeVisible();
    await findAndChoose(recipients(panel), 'maria', /Maria Keller/);
    await share(panel).click();
    await expect(page.getByText('Successfully shared with Maria Keller')).toBeVisible();
    await panel.getByRole('tab', { name: 'Visibility' }).click();
    await expect(panel.getByRole('radio', { name: 'Just me' })).toBeDisabled();
    await expect(panel.getByText('Only its creator can choose this.')).toBeVisible();
  });
});
