import { test as base, expect, type Page } from '@playwright/test';
import { accessibilityFaults } from '../support/accessibility';
import { type HostedWorkspace, startHosted } from '../support/hosted';
import { expectNoSidewaysScroll } from '../support/journey';
import { isLive } from '../support/steps';

// A Pushboard of this file's own, in hosted mode with two identity providers.

const ana = { sub: 'ana', name: 'Ana Ruiz', email: 'ana@example.com', email_verified: true };
const bo = { sub: 'bo', name: 'Bo Lind', email: 'bo@example.com', email_verified: true };
const eve = { sub: 'eve', name: 'Eve', email: 'eve@example.com', email_verified: true };

const test = base.extend<object, { hosted: HostedWorkspace }>({
  hosted: [
    async ({ browserName: _ }, use) => {
      const hosted = await startHosted(['acme', 'other'], [ana, bo, eve]);
      await hosted.admin('add', ana.email, '--org', 'Acme');
      await use(hosted);
      await hosted.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ hosted }, use) => use(hosted.origin),
});

test.describe.configure({ mode: 'serial' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Presses a button of a page that may have just been loaded. */
async function press(page: Page, name: string): Promise<void> {
  await isLive(page);
  await button(page, name).click();
}

async function chooseAt(page: Page, account: string): Promise<void> {
  await page.getByRole('link', { name: account, exact: true }).click();
}

async function signIn(page: Page, account: string, path = '/sign-in'): Promise<void> {
  await page.goto(path);
  await press(page, 'Continue with Acme');
  await chooseAt(page, account);
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('the first admin signs in, and reaches the page that was wanted, with its fragment', async ({
  page,
}) => {
  await page.goto('/acme/history?flag=1#run-2');
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await press(page, 'Continue with Acme');
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/acme/history?flag=1#run-2');
  await expect(main(page)).toBeVisible();
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect(names.filter((name) => /next-auth|sign_in/.test(name))).toEqual([]);
});

test('without a wanted page, the home page of the first organization opens, and the sign-in page leads there from then on', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'ana');
  await expect(page).toHaveURL('/acme/home');
  await page.goto('/sign-in?returnTo=/acme/history');
  await expect(page).toHaveURL('/acme/history');
});

test('a person whom nobody invited is told so, and may sign in as someone else', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'eve');
  await expect(page).toHaveURL('/whoops?why=notInvited');
  await expect(page.getByText('Nobody has invited this email address yet.')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in as someone else' }).click();
  await press(page, 'Continue with Acme');
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/acme/home');
});

test('logging out at the provider, too, ends both sessions and returns; so does the provider’s own logout', {
  tag: '@long',
}, async ({ page, hosted }) => {
  await signIn(page, 'ana', '/sign-in?returnTo=/acme/history');
  await expect(page).toHaveURL('/acme/history');
  await isLive(page);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out', exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Log out here and at Acme' }).click();
  await page.getByRole('button', { name: 'Log out of the provider' }).click();
  await expect(page).toHaveURL('/sign-in');
  await press(page, 'Continue with Acme');
  // The provider has forgotten them: it asks who it is.
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/acme/home');

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${hosted.providers[0]?.url}/session/end`);
  await elsewhere.getByRole('button', { name: 'Log out of the provider' }).click();
  await elsewhere.waitForURL(/\/session\/end\/success/);
  await page.goto('/acme/history');
  await expect(page).toHaveURL(/\/sign-in\?returnTo=/);
});

test('a canceled sign-in says so, and keeps the address that was wanted', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/acme/org');
  await press(page, 'Continue with Acme');
  await chooseAt(page, 'cancel');
  await expect(page.getByText('Sign-in error: You canceled the sign-in. Nothing has changed.')).toBeVisible();
  await expect(page).toHaveURL('/sign-in?returnTo=%2Facme%2Forg');
});

test('an invited person signs in from the invitation, and is in the organization', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await signIn(page, 'ana');
  await expect(page).toHaveURL('/acme/home');
  const invited = await page.request.post('/api/v1/acme/invite', {
    data: { recipients: [{ email: bo.email }] },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(invited.ok()).toBe(true);
  const [message] = await (await page.request.get('/api/v1/acme/outbox')).json();
  const { content } = await (await page.request.get(`/api/v1/acme/outbox/${message.mail_id}`)).json();
  const link: string = content.link.url;
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const invitee = await context.newPage();
  await invitee.goto(link);
  await invitee.getByRole('button', { name: 'Sign in' }).click();
  await expect(invitee).toHaveURL(/\/sign-in\?returnTo=/);
  expect(invitee.url()).not.toContain(link.split('#')[1]);
  await press(invitee, 'Continue with Acme');
  await chooseAt(invitee, 'bo');
  await expect(invitee).toHaveURL('/acme/commands');
  await expect(main(invitee)).toBeVisible();
  await context.close();
});

test('a second way to sign in is added while signed in, and leads to the same person', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'ana', '/sign-in?returnTo=/sign-in-methods');
  await expect(page.getByText('Acme', { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Add Other').click();
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/sign-in-methods');
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await press(page, 'Continue with Other');
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/acme/home');
});

test('a provider that is down is reported on the page, which stays', { tag: '@long' }, async ({
  page,
  hosted,
}) => {
  await hosted.providers[1]?.stop();
  await page.goto('/sign-in');
  await press(page, 'Continue with Other');
  await expect(page.getByRole('alert').getByText('The sign-in service could not be reached.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('an operator who is locked out gets in by a link, once, by pressing its button', {
  tag: '@long',
}, async ({ page, hosted }) => {
  const printed = await hosted.admin('sign-in', ana.email);
  const [link = ''] = /http\S+/.exec(printed) ?? [];
  await page.goto(link);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Sign in').click();
  await expect(page).toHaveURL('/acme/home');
  await page.goto('/diagnostics');
  await expect(page.getByText('The API recognizes you as ')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await button(page, 'Sign in').click();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('signing up asks the provider to register the person, unless they are signed in', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Sign up for Pushboard' })).toBeVisible();
  const asked = page.waitForRequest(/\/auth\?.*screen_hint=signup/);
  await button(page, 'Sign up with Acme').click();
  await asked;
  await chooseAt(page, 'ana');
  await expect(page).toHaveURL('/acme/home');
  await page.goto('/signup');
  await expect(page).toHaveURL('/create-org');
});
