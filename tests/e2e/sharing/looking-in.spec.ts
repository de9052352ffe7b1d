import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { addCommand, changeSource } from '../support/sample-source';
import { builderPath, isLive, SANDBOX } from '../support/steps';

const NAME = 'Look up products';

async function commandId(page: Page): Promise<string> {
  return (await builderPath(page, NAME)).replace(/^.*id=/, '');
}

/** Changes who may see the command, as its admin does. */
async function setVisibility(page: Page, visibility: 'org' | 'public' | 'store'): Promise<void> {
  const response = await page.request.patch(`/api/v1/${SANDBOX.orgId}/kits/${await commandId(page)}`, {
    headers: { 'x-demo-user-id': people.admin },
    data: { visibility },
  });
  expect(response.status()).toBe(200);
}

test.afterEach(({ page }) => setVisibility(page, 'org'));

test.describe('a signed-out visitor', () => {
  test.use({ as: null });

  test('sees the form of a public command, cannot run it, and learns nothing about its source', async ({
    page,
  }) => {
    await setVisibility(page, 'public');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(await builderPath(page, NAME));
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await isLive(page);
    await expect(page.getByText('You can view this command. Sign in to run it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveCount(0);
    await expect(page.getByText('shop.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Configure' })).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Running in public mode no longer supported')).toBeVisible();
    await page.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'JSON input' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Previous runs' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    // The page doesn't request what a visitor would be refused.
    expect(asked.filter((url) => url.includes('/api/')).map((url) => new URL(url).pathname)).toEqual([]);
  });

  test('signs in from there, and returns to it', { tag: '@long' }, async ({ page }) => {
    await setVisibility(page, 'public');
    await page.goto(await builderPath(page, NAME));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /Maria Keller/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your menu, Maria Keller' })).toBeVisible();
  });

  test('finds a command of the store at its own address', { tag: '@long' }, async ({ page }) => {
    const path = `/store/builder?id=${await commandId(page)}`;
    await setVisibility(page, 'store');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
    await expect(page.getByText('Sign in to run it')).toBeVisible();
  });
});

test.describe('a person of another organization', () => {
  test.use({ as: 'stranger' });

  test('runs the one command that was shared with them, under their own organization', {
    tag: '@long',
  }, async ({ page }) => {
    const id = await commandId(page);
    const access = `/api/v1/${SANDBOX.orgId}/can/${people.stranger}/access/kit/${id}`;
    const headers = { 'x-demo-user-id': people.admin };
    const shared = await page.request.post(`/api/v1/${SANDBOX.orgId}/kits/${id}/share`, {
      headers,
      data: { recipients: [{ email: 'alex@northwind.example' }], skipTheSending: true },
    });
    expect(await shared.json()).toMatchObject([{ error: null }]);
    await page.goto('/northwind/commands');
    await page.getByRole('link', { name: NAME }).click();
    await expect(page).toHaveURL(/\/northwind\/builder/);
    await isLive(page);
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await page.goto(await builderPath(page, NAME));
    await expect(page).toHaveURL(/\/northwind\/builder/);
    // The visit is recorded before the access is gone.
    await page.waitForLoadState('networkidle');
    // The page looks up the last runs a little later than everything else.
    await page.goto('about:blank');
    expect((await page.request.delete(access, { headers })).status()).toBe(204);
  });
});

test.describe('a public command that is not in the store', () => {
  test.use({ as: null, expectedComplaints: [/404/] });

  test("is not found at the store's address", { tag: '@long' }, async ({ page }) => {
    await setVisibility(page, 'public');
    await page.goto(`/store/builder?id=${await commandId(page)}`);
    await expect(page.getByText("This page doesn't exist")).toBeVisible();
  });
});

test.describe('a member without access', () => {
  test.use({ as: 'runner' });

  test('sees whose command it is, and asks one of its engineers for it', async ({ page }) => {
    await changeSource('create function shop.closed_to_maria() returns int language sql return 1');
    const id = await addCommand(page.request, 'closed_to_maria');
    await page.goto(`/${SANDBOX.slug}/builder?id=${id}`);
    await expect(
      page.getByRole('heading', { name: "You don't have access to closed_to_maria" }),
    ).toBeVisible();
    await expectAccessible(page);
    // A single engineer needs no choice.
    await expect(page.getByText(/^Dana Lee \(/).first()).toBeVisible();
    await page.getByLabel('Reason').fill('For the March refunds');
    await page.getByRole('button', { name: 'Request access' }).click();
    await expect(page.getByText(/^Requested access\./)).toBeVisible();
    await expect(page.getByText(/^You asked /)).toBeFocused();
    await expect(page.getByRole('status').getByText(/You asked Dana Lee/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await changeSource('drop function shop.closed_to_maria()');
  });
});
