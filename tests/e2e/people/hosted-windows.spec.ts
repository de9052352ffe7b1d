import { test as base, expect, type Locator } from '@playwright/test';
import { smtpDouble } from '../../support/doubles/smtp';
import { accessibilityFaults } from '../support/accessibility';
import { startHosted } from '../support/hosted';

// Two more ways of hosted mode, each in a Pushboard of its own: a pop-up, and emailed links.

const ana = { sub: 'ana', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };
const test = base;

/** Presses a link of a window that closes itself then, maybe before the press has been answered. */
const press = (link: Locator) => link.click().catch(() => undefined);

test('a sign-in in a pop-up goes on in the page that opened it', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(300_000);
  const hosted = await startHosted(['acme'], [ana], { SIGN_IN_WINDOW: 'popup', SIGN_UP: 'open' });
  const context = await browser.newContext({ baseURL: hosted.origin });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const opens = window.open.bind(window);
    window.open = (...args) => Object.assign(window, { opened: opens(...args) }).opened;
  });
  const looksClosed = () => page.evaluate(() => (window as { opened?: Window }).opened?.closed);
  const canceled = page.getByText('Sign-in error: You canceled the sign-in. Nothing has changed.');
  const open = page.getByRole('button', { name: 'Continue with Acme' });
  // The landing page leads straight to an only provider.
  await page.goto('/');
  await expect(page.getByText("your team's own server")).toBeVisible();
  const [fromLanding] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  await fromLanding.getByRole('link', { name: 'ana' }).waitFor();
  expect(await looksClosed()).toBe(false);
  await fromLanding.close();
  await page.goto('/sign-in?returnTo=/orgs');

  const [closed] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  await closed.getByRole('link', { name: 'ana' }).waitFor();
  await closed.close();
  await expect(open).toBeEnabled();
  await expect(page.getByText(/Sign-in error/)).toHaveCount(0);

  // A pop-up whose last page loads slowly isn't held for closed.
  const [slow] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await slow.route('**/_next/static/**', (route) => released.then(() => route.continue()));
  const slowClosed = slow.waitForEvent('close');
  await press(slow.getByRole('link', { name: 'cancel' }));
  await slow.waitForURL('**/loading?**', { waitUntil: 'commit' });
  expect(await looksClosed()).toBe(false);
  release();
  await slowClosed;
  await expect(canceled).toBeVisible();

  // One that its provider parts from this page looks closed at once, and is still heard.
  await page.goto('/sign-in?returnTo=/orgs');
  for (const provider of hosted.providers) provider.isApart = true;
  const [apart] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  await apart.getByRole('link', { name: 'cancel' }).waitFor();
  await expect(open).toBeEnabled();
  expect(await looksClosed()).toBe(true);
  await press(apart.getByRole('link', { name: 'cancel' }));
  await expect(canceled).toBeVisible();
  for (const provider of hosted.providers) provider.isApart = false;

  const [popup] = await Promise.all([page.waitForEvent('popup'), open.click()]);
  await Promise.all([
    popup.waitForEvent('close'),
    press(popup.getByRole('link', { name: 'ana', exact: true })),
  ]);
  await expect(page).toHaveURL('/orgs');
  await expect(page.getByRole('cell', { name: /Ana/ }).first()).toBeVisible();
  await context.close();
  await hosted.stop();
});

test('where only a mail server is configured, a link in a message signs in', { tag: '@long' }, async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const smtp = await smtpDouble();
  await smtp.start();
  const hosted = await startHosted([], [], {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Pushboard <pushboard@example.com>',
  });
  await hosted.admin('add', ana.email, '--org', 'Acme');
  const context = await browser.newContext({ baseURL: hosted.origin });
  const page = await context.newPage();
  await page.goto('/acme/history');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Email').fill('ana');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Not a valid email!')).toBeVisible();
  await page.getByLabel('Email').fill(ana.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('a message is on its way')).toBeVisible();
  await expect.poll(() => smtp.taken.length).toBe(1);
  const [link = ''] = /http\S+#\S+/.exec(smtp.taken[0]?.mail.text ?? '') ?? [];

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere.getByText('Open this link in the browser where you asked for it')).toBeVisible();
  await elsewhere.context().close();

  const tab = await context.newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await expect(tab).toHaveURL('/acme/history');
  await context.close();
  await hosted.stop();
  await smtp.stop();
});
