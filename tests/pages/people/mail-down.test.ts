import { afterAll, beforeAll, test } from 'vitest';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { expect } from '../support/expectations';
import { page } from '../support/page';
import { SANDBOX } from '../support/people';
import { withSandbox } from '../support/sandbox';

// What an admin learns of invitations while the mail server doesn't answer.

withSandbox({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'pushboard@example.com' });

beforeAll(() => noteFault('mail', new Error('The mail server is down')));
afterAll(() => noteAnswer('mail'));

test('an invitation that waits for the mail server says so, and its link can be copied', async () => {
  await page.goto(`/${SANDBOX.slug}/org`);
  await page.getByRole('button', { name: 'Invite new members' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByLabel('Email addresses').fill('ann@example.org');
  await page.keyboard.press('Enter');
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(/^The mail server doesn't answer: the message is queued,/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy link for ann@example.org' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();

  await page.getByRole('button', { name: 'Resend the invitation of ann' }).click();
  await expect(
    page.getByText(/^The mail server doesn't answer: the new invitation of ann is queued,/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Copy link', exact: true }).click();
  await expect(page.getByText('Copied to clipboard!').last()).toBeVisible();
});
