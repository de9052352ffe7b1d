import { test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { send } from '../../support/app/http';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { people, SANDBOX } from '../support/people';
import { call } from '../support/requests';
import { withSandbox } from '../support/sandbox';

withSandbox();

const tokens = () => page.getByRole('list', { name: 'Access tokens' });

/** Who a program with a token is, as the API sees it; null if the token isn't valid. */
async function whoIs(token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const { status, body } = await send('GET', '/users/me', { headers });
  return status === 401 ? null : body;
}

test('a person makes a token for some commands, sees it once, watches its first use, edits, and revokes it', async () => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await page.getByRole('button', { name: 'Your menu, Dana Lee' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByText('No tokens yet').waitFor();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  // A press anywhere on a choice chooses it, and so does one on its radio.
  await dialog.getByText('See commands, runs, and results. Runs nothing.').click();
  await expect(dialog.getByRole('radio', { name: 'Read', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Run chosen commands', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Please enter a name')).toBeVisible();
  await expect(dialog.getByText('Choose at least one command or folder.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Cursor on my laptop');
  await dialog.getByLabel('Search commands and folders').fill('find ord');
  await dialog.getByLabel('Find orders').check();
  await expect(dialog.getByText(/^1 chosen: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create token' }).click();

  const reveal = page.getByRole('dialog', { name: 'Cursor on my laptop' });
  const token = await reveal.getByLabel('Token').inputValue();
  expect(token).toMatch(/^pb_/);
  await page.keyboard.press('Escape');
  await expect(reveal.getByText(/^Not used yet\./)).toBeVisible();
  expect(await whoIs(token)).toMatchObject({ user_id: people.admin });
  await expect(reveal.getByText('It works: it was just used.')).toBeVisible();
  await reveal.getByRole('button', { name: 'I have copied it' }).click();

  const row = tokens().getByRole('listitem').filter({ hasText: 'Cursor on my laptop' });
  await expect(row.getByText('Run 1 command')).toBeVisible();
  await expect(row.getByText('Find orders')).toBeVisible();
  await expect(row.getByText('just now')).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  await row.getByRole('button', { name: 'Edit Cursor on my laptop' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit token' });
  await editor.getByLabel('Find orders').uncheck();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByText('Choose at least one command or folder.')).toBeVisible();
  await editor.getByLabel('Find orders').check();
  await editor.getByLabel('Name').fill('Cursor');
  await editor.getByLabel('Expires').selectOption('In a year');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved Cursor.')).toBeVisible();
  const renamed = tokens().getByRole('listitem').filter({ hasText: 'Cursor' });
  await expect(renamed.getByText('in 365 days')).toBeVisible();
  expect(await whoIs(token)).toMatchObject({ user_id: people.admin });

  await renamed.getByRole('button', { name: 'Revoke Cursor' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  expect(await whoIs(token)).toBeNull();
});

test('an admin makes a service account, shares a command with it, and removes it', async () => {
  await page.goto(`/${SANDBOX.slug}/org?tab=services`);
  await page.getByText('No service accounts yet').waitFor();
  await page.getByRole('button', { name: 'New service account' }).click();
  const fresh = page.getByRole('dialog', { name: 'New service account' });
  await fresh.getByLabel('Name').fill('Nightly export');
  await fresh.getByRole('button', { name: 'Create' }).click();

  const panel = page.getByRole('dialog', { name: 'Service account' });
  await panel.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByLabel('Name').fill('Cron');
  await dialog.getByLabel('Everything that is shared with it').check();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const reveal = page.getByRole('dialog', { name: 'Cron' });
  const token = await reveal.getByLabel('Token').inputValue();
  await reveal.getByRole('button', { name: 'I have copied it' }).click();
  await expect(panel.getByText('Everything', { exact: true })).toBeVisible();
  const me = await whoIs(token);
  expect(me).toMatchObject({ name: 'Nightly export', email: null });

  const members = await call('GET', '/members');
  expect(members).toContainEqual(
    expect.objectContaining({ name: 'Nightly export', is_service_account: true }),
  );
  await panel.getByRole('button', { name: 'Remove', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Remove Nightly export?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('No service accounts yet')).toBeVisible();
  expect(await whoIs(token)).toBeNull();
});

test('S93 a person reads why a program of theirs was disconnected', async () => {
  await prisma().auditEvent.create({
    data: {
      actorUserId: people.admin,
      action: 'app.reuse',
      subjectType: 'token',
      subjectId: 'token-of-cursor',
      before: { name: 'Cursor' },
    },
  });
  await page.goto('/account?tab=programs');
  await expect(page.getByText('Cursor was disconnected for your safety')).toBeVisible();
  await expect(page.getByText('another program may have a copy')).toBeVisible();
  await expect(page.getByText('No programs connected')).toBeVisible();
});

test('a person changes their own name, which the menu and their colleagues then see', async () => {
  await page.goto('/account');
  const name = page.getByLabel('Your name');
  await expect(name).toHaveValue('Dana Lee');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await name.fill('   ');
  await expect(save).toBeDisabled();
  await name.fill(' Dana Lindqvist ');
  await save.click();
  await expect(page.getByText('Your name was changed.')).toBeVisible();
  await expect(name).toHaveValue('Dana Lindqvist');
  await expect(save).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Your menu, Dana Lindqvist' })).toBeVisible();
  const member = await call<{ name: string }>('GET', `/members/${people.admin}`);
  expect(member.name).toBe('Dana Lindqvist');

  await name.fill('Dana Lee');
  await save.click();
  await expect(page.getByRole('button', { name: 'Your menu, Dana Lee' })).toBeVisible();
});

test('a name that is refused stays in the field, with the reason', async () => {
  await page.goto('/account');
  const name = page.getByLabel('Your name');
  await name.fill('Dana\u0007');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Error changing your name\. /)).toBeVisible();
  await expect(name).toHaveValue('Dana\u0007');
});

test('a person whose account is set up is not asked to wait for it', async () => {
  await page.goto('/whoops');
  await page.getByRole('heading', { level: 1, name: 'You are set up' }).waitFor();
  await expect(page.getByText('You are signed in as Dana Lee')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
