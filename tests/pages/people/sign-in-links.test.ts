import { afterEach, expect as expectValue, onTestFinished, test, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { holdCopy, releaseCopy } from '@/server/base/installation/held';
import { noteAnswer, noteFault } from '@/server/base/outside/troubles';
import { withApp } from '../../support/app/app';
import { closeBrowser } from '../support/browser';
import { expect } from '../support/expectations';
import { page } from '../support/page';

// What the sign-in page says of emailed links that don't leave. It says it before anyone gives an address.

withApp({
  AUTH_MODE: 'hosted',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'pushboard@example.com',
});
afterEach(closeBrowser);

const form = () => page.getByRole('button', { name: 'Send the link' });

test('a copy that is held says that it sends none, and how the people who run it make one', async () => {
  await holdCopy();
  await sql.query('update installation set held_since = now()');
  onTestFinished(async () => void (await releaseCopy()));
  await page.goto('/sign-in');
  await expect(page.getByText('This copy is held and sends no mail')).toBeVisible();
  await expect(page.getByText('npm run admin -- sign-in you@example.com')).toBeVisible();
  await expect(form()).toHaveCount(0);

  expectValue(await releaseCopy()).toEqual([expectValue.stringMatching(/^Released/)]);
  await page.goto('/sign-in');
  await expect(form()).toBeVisible();
});

test('while the mail server fails, everyone reads that mail is late, and may ask for a link anyway', async () => {
  noteFault('mail', new Error('connect ECONNREFUSED'));
  onTestFinished(() => noteAnswer('mail'));
  await page.goto('/sign-in');
  const late = () => page.getByText('Mail is late right now');
  await expect(late()).toBeVisible();
  await page.getByLabel('Email').fill('stranger@example.com');
  await form().click();
  await page.getByText('a message is on its way').waitFor();
  await expect(late()).toBeVisible();

  noteAnswer('mail');
  await page.goto('/sign-in');
  await expect(form()).toBeVisible();
  await expect(late()).toHaveCount(0);
});

test('a page that waits for a link says so once the message could not leave', async () => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('stranger@example.com');
  // What waits for a moment still does.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await form().click();
  await page.getByText('a message is on its way').waitFor();
  noteFault('mail', new Error('connect ECONNREFUSED'));
  onTestFinished(() => noteAnswer('mail'));
  vi.advanceTimersByTime(10_000);
  await expect(page.getByText('Mail is late right now')).toBeVisible();
  await expect(page.getByText('a message is on its way')).toBeVisible();
});
