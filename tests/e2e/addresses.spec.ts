import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from './support/journey';
import { holdRequests, isLive, SANDBOX } from './support/steps';

test.describe('signed out', () => {
  test.use({ as: null });

  test('a person without an account here is told so, and where to go', { tag: '@long' }, async ({ page }) => {
    await page.goto('/whoops?message=You+have+won');
    await expect(page.getByRole('heading', { name: 'You are not set up yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden();
    await expect(page.getByText('You have won')).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  });

  test('signing up is signing in, and leads to the first organization', async ({ page }) => {
    await page.goto('/signup');
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fcreate-org/);
  });

  test('the price is told to everyone, and getting started asks to sign in first', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/pricing');
    await expect(page.getByText('Pushboard is free.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/onboard');
    await expectAccessible(page);
    await page.goto('/onboard');
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
  });

  test('the addresses that sign-ins return to redirect', { tag: '@long' }, async ({ page }) => {
    await page.goto('/loading');
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto('/blank');
    await expect(page.locator('main, nav')).toHaveCount(0);
  });
});

test('these addresses redirect signed-in people to their own pages', { tag: '@long' }, async ({ page }) => {
  await page.goto('/signup');
  await expect(page).toHaveURL(/\/create-org$/);
  await page.goto('/loading');
  await expect(page).toHaveURL(`/${SANDBOX.slug}/home`);
  await page.goto('/onboard');
  await expect(page).toHaveURL(`/${SANDBOX.slug}/home`);
});

test('a slow page is announced until it is there', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  const progress = page.getByRole('progressbar', { name: 'The next page is on its way' });
  const goOn = await holdRequests(page, /\/history\?_rsc/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  goOn();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(progress).toBeHidden();
});

test.describe('a new person', () => {
  const userId = 'demo-nils';
  test.use({ as: null, somebodyNew: { userId, name: 'Nils Berg' } });

  test('an empty library says what comes first: a connection, or its routines', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/sign-in');
    await isLive(page);
    const goOn = await holdRequests(page, '**/api/v1/demo/sign-in');
    await page.getByRole('button', { name: /Nils Berg/ }).click();
    await expect(page.getByText('Setting up your first org...')).toBeVisible();
    goOn();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Commands', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Commands' })).toBeVisible();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toBeVisible();
    await expectAccessible(page);
    await steps.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('menuitem', { name: 'HTTP request' })).toBeVisible();
    await page.keyboard.press('Escape');
    const [, slug = ''] = new URL(page.url()).pathname.split('/');
    const headers = { 'x-demo-user-id': userId };
    const orgs = await (await page.request.get('/api/v1/users/me/orgs', { headers })).json();
    const [{ org_id: orgId }] = orgs;
    const db = {
      databaseSystem: 'postgres',
      host: 'db.invalid',
      databaseName: 'd',
      username: 'u',
      password: 'p',
    };
    const saved = await page.request.post(`/api/v1/${orgId}/creds?force=true`, {
      headers,
      data: { orgId, credType: 'db', name: 'Warehouse', syncs: true, runs: true, stores: false, db },
    });
    expect(saved.status()).toBe(201);
    await page.goto(`/${slug}/commands`);
    // The steps say it until they are closed.
    await steps.getByRole('button', { name: 'Close the first steps' }).click();
    await expect(page.getByText("You haven't imported any SPROCs / functions yet!")).toBeVisible();
    await expect(page.getByText('Warehouse is connected.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/whoops');
    await expect(page.getByText('You are signed in as Nils Berg')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  });
});
