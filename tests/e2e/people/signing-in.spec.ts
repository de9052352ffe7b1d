import { expect, type Request } from '@playwright/test';
import { expectAccessible, test } from '../support/journey';
import { builderPath, field, holdRequests, SANDBOX } from '../support/steps';
import { expectToLast, holdTime } from '../support/toasts';

test.describe('a visitor', () => {
  test.use({ as: null });

  test('picks a person, and sees their commands', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Dana Lee/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Commands', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Commands' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find orders' })).toBeVisible();
  });

  test('cannot press a button before the page can respond to it', async ({ page }) => {
    const goOn = await holdRequests(page, /\/_next\/static\/.*\.js/);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    const dana = page.getByRole('button', { name: /Dana Lee/ });
    await expect(dana).toBeVisible();
    await expect(dana).toBeDisabled();
    goOn();
    // Waits until it is enabled.
    await dana.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  });

  test('sees what the page is waiting for when signing in takes time', { tag: '@long' }, async ({ page }) => {
    const goOn = await holdRequests(page, '**/api/v1/demo/sign-in');
    await page.goto('/sign-in');
    await page.getByRole('button', { name: /Dana Lee/ }).click();
    await expect(page.getByRole('status').getByText('Fetching your user info...')).toBeVisible();
    await expectAccessible(page);
    goOn();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByText('Loading your orgs...')).toBeHidden();
  });

  test('returns to the page that asked for the sign-in, values included', { tag: '@long' }, async ({
    page,
  }) => {
    const path = await builderPath(page, 'Find orders');
    await page.goto(`${path}&params=${encodeURIComponent('{"row_limit":"3"}')}`);
    await page.getByRole('button', { name: /Maria Keller/ }).click();
    await expect(field(page, 'Row limit')).toHaveValue('3');
  });

  test('after logging out nothing is visible, and no draft stays on the machine', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: /Jonas Okafor/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    // Something the page asked for before the logout, which would be refused after it.
    const ofLastRuns = /\/skinny-runs\?filter=kit_id%3A\d+&filter=is_dropdown/;
    const isLastRuns = (request: Request) => ofLastRuns.test(request.url());
    const over = Promise.race([
      page.waitForEvent('requestfailed', isLastRuns),
      page.waitForEvent('requestfinished', isLastRuns),
    ]);
    const isUnderWay = page.waitForRequest(isLastRuns);
    const goOn = await holdRequests(page, ofLastRuns);
    await page.route('**/api/v1/sign-out', async (route) => {
      const response = await route.fetch();
      goOn();
      await over;
      await route.fulfill({ response });
    });
    await page.goto(await builderPath(page, 'Find orders'));
    await isUnderWay;
    await field(page, 'Customer name').fill('Lena');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('draft');
    await page.getByRole('button', { name: 'Your menu, Jonas Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft');
    await page.goto(`/${SANDBOX.slug}/commands`);
    await expect(page.getByRole('heading', { name: 'Who would you like to be?' })).toBeVisible();
  });
});

test.describe('a person of another organization', () => {
  test.use({ as: 'stranger' });

  test('has their own library, and is told that this one is not theirs', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/northwind/commands');
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
    await holdTime(page);
    await page.goto(await builderPath(page, 'Find orders'));
    await expect(page).toHaveURL(/\/orgs/);
    await expectToLast(page, page.getByText(/cannot access/), 7_000);
    await expect(page.getByText('Northwind').first()).toBeVisible();
  });
});

test.describe("a command that doesn't exist", () => {
  test.use({ expectedComplaints: [/404/] });

  test('says so, with a way back', { tag: '@long' }, async ({ page }) => {
    await page.goto(`/${SANDBOX.slug}/builder?id=999999`);
    await expect(page.getByRole('heading', { name: "This page doesn't exist" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
  });
});
