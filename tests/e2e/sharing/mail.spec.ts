import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { leaks } from '../support/leaks';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { builderPath, holdRequests, isLive, SANDBOX } from '../support/steps';

/** New contexts would otherwise take over the journey's session. */
const nobody = { cookies: [], origins: [] };

const asAdmin = { 'x-demo-user-id': people.admin };

/** Invites an address to the sandbox, as its admin. */
async function invite(page: Page, email: string): Promise<string> {
  const response = await page.request.post(`/api/v1/${SANDBOX.orgId}/invite`, {
    headers: asAdmin,
    data: { recipients: [{ email }], optionalNote: 'Come and run things.' },
  });
  const [outcome] = await response.json();
  expect(outcome).toMatchObject({ error: null, mail: 'outbox' });
  return outcome.user_id;
}

/** Opens the newest message to an address, and returns the link that its button copies. */
async function copyLink(page: Page, address: string): Promise<string> {
  await page.goto(`/${SANDBOX.slug}/outbox`);
  await page
    .getByRole('row', { name: new RegExp(address) })
    .first()
    .getByRole('link')
    .click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('article', { name: 'The message' }).waitFor();
  await panel.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function commandId(page: Page, name: string): Promise<number> {
  return Number(new URL(await builderPath(page, name), 'http://own.invalid').searchParams.get('id'));
}

async function remove(page: Page, userId: string): Promise<void> {
  const path = `/api/v1/${SANDBOX.orgId}/members/${userId}`;
  await page.request.patch(path, { headers: asAdmin, data: { isDeleted: true } });
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('S32 an admin invites, copies the link from the outbox, and the invited person joins with it once', async ({
  page,
  browser,
}) => {
  const userId = await invite(page, 'vera@example.org');
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByRole('button', { name: /^Organization: / }).click();
  await page.getByRole('menuitem', { name: 'Outbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outbox' })).toBeVisible();
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await expect(page.getByRole('row', { name: /vera@example.org/ })).toContainText('Not sent');
  await expectAccessible(page);

  const link = await copyLink(page, 'vera@example.org');
  await expect(page.getByRole('article', { name: 'The message' })).toContainText('Come and run things.');
  await expectAccessible(page);

  // Another signed-in person is told whom the invitation is for.
  await page.goto(link);
  await expect(page.getByText('You are signed in as Dana Lee')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  await expectAccessible(page);

  const theirs = await browser.newContext({ storageState: nobody });
  const visitor = await theirs.newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Join Sandbox' })).toBeVisible();
  const invitation = 'Dana Lee (dana@pushboard.example) invites vera@example.org to Sandbox, as a member.';
  await expect(visitor.getByText(invitation)).toBeVisible();
  await expectNoSidewaysScroll(visitor);
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Continue as vera' }).click();
  await expect(visitor).toHaveURL(/\/sandbox\/commands$/);
  await visitor.getByRole('heading', { name: 'Commands' }).waitFor();
  await theirs.close();

  await page.goto(`/${SANDBOX.slug}/outbox`);
  await page
    .getByRole('link', { name: /invites you to Sandbox/ })
    .first()
    .click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeDisabled();
  // S32 The database and the logs hold no token, neither of a used link nor of another.
  expect(leaks(process.env.DATA_DIR ?? '', new URL(link).hash.slice(1))).toEqual([]);
  await remove(page, userId);
});

test('a person invited along with a command starts at that command, even when signed in already', {
  tag: '@long',
}, async ({ page, playwright, browser, baseURL }) => {
  const id = await commandId(page, 'Best sellers');
  const shared = await page.request.post(`/api/v1/${SANDBOX.orgId}/kits/${id}/share`, {
    headers: asAdmin,
    data: { recipients: [{ email: 'walt@example.org', newToOrg: true }] },
  });
  const [{ user_id: userId }] = await shared.json();
  const link = await copyLink(page, 'walt@example.org');
  const context = await playwright.request.newContext({ baseURL: baseURL ?? '', storageState: nobody });
  await context.post('/api/v1/demo/sign-in', { data: { userId }, headers: { origin: baseURL ?? '' } });
  const walt = await browser.newContext({ storageState: await context.storageState() });
  const theirs = await walt.newPage();
  await theirs.goto(link);
  const goOn = await holdRequests(theirs, '**/join_org');
  await theirs.getByRole('button', { name: 'Join Sandbox' }).click();
  await expect(theirs.getByText('Joining org...')).toBeVisible();
  goOn();
  await expect(theirs).toHaveURL(new RegExp(`/${SANDBOX.slug}/builder\\?id=${id}$`));
  await expect(theirs.getByRole('heading', { level: 1, name: 'Best sellers' })).toBeVisible();
  await walt.close();
  await context.dispose();
  await remove(page, userId);
});

test.describe('an invitation link', () => {
  test.use({ as: null, expectedComplaints: [/404/] });

  test('that was used or cut off says so, with a way to continue', { tag: '@long' }, async ({ page }) => {
    await page.goto('/join#not-a-token-of-anybody');
    await expect(page.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/join');
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('a request for access reaches its engineer through the outbox, and names the person who asks', async ({
  page,
}) => {
  await changeSource('create function shop.asked_for() returns int language sql return 1');
  const id = await addCommand(page.request, 'asked_for');
  const asked = await page.request.post(`/api/v1/${SANDBOX.orgId}/send_general_email`, {
    headers: { 'x-demo-user-id': people.runner },
    data: { toAddresses: ['dana@pushboard.example'], subject: 'Access', message: 'May I?', kitId: id },
  });
  expect(asked.ok()).toBe(true);
  const link = await copyLink(page, 'dana@pushboard.example');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'asked_for' })).toBeVisible();
  const token = new URL(link).searchParams.get('request') ?? '';
  const request = await page.request.get(`/api/v1/${SANDBOX.orgId}/access-requests/${token}`);
  expect(await request.json()).toMatchObject({ user_id: people.runner, name: 'Maria Keller', kit_id: id });
  await changeSource('drop function shop.asked_for()');
});

test.describe('a member who is not an admin', () => {
  test.use({ as: 'engineer' });

  test('finds no outbox', { tag: '@long' }, async ({ page }) => {
    await page.goto(`/${SANDBOX.slug}/commands`);
    await page.getByRole('heading', { name: 'Commands' }).waitFor();
    await isLive(page);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await page.getByRole('menuitem', { name: 'Organization users' }).waitFor();
    await expect(page.getByRole('menuitem', { name: 'Outbox' })).toHaveCount(0);
    await page.goto(`/${SANDBOX.slug}/outbox`);
    await expect(page.getByRole('heading', { name: /^Only admins of .* open the outbox$/ })).toBeVisible();
  });
});
