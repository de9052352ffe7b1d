import { beforeAll, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { holdCopy } from '@/server/base/installation/held';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { signInAs, withSandbox } from '../support/sandbox';
import { pressRun } from '../support/steps';

// What people see of a database that is a copy, and is held.

withSandbox({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pushboard@example.com' });

beforeAll(async () => {
  await holdCopy();
  await sql.query('update installation set held_since = now()');
});

const bar = () => page.getByText('This copy of Pushboard sends nothing and runs nothing');

test('an admin reads on each page that it is held, and of each message that it waits', async () => {
  await page.goto(`/${SANDBOX.slug}/org`);
  await expect(bar()).toBeVisible();
  await page.getByRole('button', { name: 'Invite new members' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByLabel('Email addresses').fill('ann@example.org');
  await page.keyboard.press('Enter');
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Successfully invited ann@example.org')).toBeVisible();
  await expect(
    page.getByText('The message waits: this copy of Pushboard sends nothing until it is released.'),
  ).toBeVisible();

  await page.goto(`/${SANDBOX.slug}/outbox`);
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByText('Held', { exact: true })).toBeVisible();
  await expect(
    messages.getByText('Held: this is a copy, which sends nothing until it is released'),
  ).toBeVisible();
  await messages.getByRole('link').first().click();
  await expect(page.getByText('Why it waits')).toBeVisible();
});

test('a member is not bothered with it', async () => {
  await signInAs('runner');
  await page.goto(`/${SANDBOX.slug}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(bar()).toHaveCount(0);
});

test('a run says that it waits because the copy is held', async () => {
  const { commandId } = await prisma().command.findFirstOrThrow({
    where: { orgId: SANDBOX.orgId, name: 'Find orders' },
  });
  await page.goto(`/${SANDBOX.slug}/builder?id=${commandId}`);
  await pressRun();
  await expect(
    page.getByText('Held: this copy of Pushboard runs nothing until it is released', { exact: true }),
  ).toBeVisible();
});

test('the bar goes away when the admin comes back after the release', async () => {
  await page.goto(`/${SANDBOX.slug}/org`);
  await expect(bar()).toBeVisible();
  await sql.query('update installation set held_since = null');
  window.dispatchEvent(new Event('focus'));
  await expect(bar()).toHaveCount(0);
});
