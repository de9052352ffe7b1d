import { expect } from '@playwright/test';
import { withAppDatabase } from '../support/app-database';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { people } from '../support/people';
import { isLive, SANDBOX } from '../support/steps';

/** Makes a person of the sandbox new again. */
async function isNew(userId: string): Promise<void> {
  await withAppDatabase(async (client) => {
    await client.query('update "user" set tour_ended_at = null where user_id = $1', [userId]);
    await client.query('update membership set first_steps_closed_at = null where user_id = $1', [userId]);
  });
}

test.afterEach(async () => {
  await withAppDatabase(async (client) => {
    await client.query('update "user" set tour_ended_at = now()');
    await client.query("update membership set first_steps_closed_at = now() where org_id = 'sandbox-1'");
  });
});

test.describe('a new runner', () => {
  test.use({ as: 'runner' });

  test('is shown around once, and again from the menu', async ({ page }) => {
    await isNew(people.runner);
    await page.goto(`/${SANDBOX.slug}/commands`);
    const tour = page.getByRole('dialog', { name: 'Welcome to Pushboard' });
    await expect(tour).toBeVisible();
    // Until it has moved into its place.
    await expect(page.locator('.driver-active-element[aria-expanded]')).toHaveCount(0);
    await expectAccessible(page);
    for (const [from, button, to] of [
      ['Welcome to Pushboard', 'Next', 'Your commands'],
      ['Your commands', 'Next', 'Share them'],
      ['Share them', 'Next', 'Look back'],
    ] as const) {
      await page.getByRole('dialog', { name: from }).getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog', { name: to })).toBeVisible();
    }
    const last = page.getByRole('dialog', { name: 'Look back' });
    await expect(last.getByRole('button', { name: 'Previous' })).toBeVisible();
    const ended = page.waitForResponse('**/users/me/tour');
    await last.getByRole('button', { name: 'Done' }).click();
    expect((await ended).status()).toBe(204);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Commands' }).waitFor();
    await isLive(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.reload();
    await isLive(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Your menu, Maria Keller' }).click();
    await page.getByRole('menuitem', { name: 'Take the tour' }).click();
    await expect(tour).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tour).toBeHidden();
    await expect(page).not.toHaveURL(/tour/);
    await expect(page.getByText('First steps')).toBeHidden();
  });
});

test.describe('an admin of a new organization', () => {
  test.use({ as: 'stranger' });

  test('is told what to do first', { tag: '@long' }, async ({ page }) => {
    await page.goto('/northwind/commands');
    await isLive(page);
    const steps = page.getByRole('region', { name: 'First steps' });
    // Another journey may have run a command there.
    await expect(steps.getByText(/^[01] of 5 done$/)).toBeVisible();
    await expect(steps.getByRole('button', { name: 'Invite' })).toBeVisible();
    await steps.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });
});

test('a step is checked off once it is done, and the list can be closed', { tag: '@long' }, async ({
  page,
}) => {
  await isNew(people.admin);
  await withAppDatabase((client) =>
    client.query('update "user" set tour_ended_at = now() where user_id = $1', [people.admin]),
  );
  await page.goto(`/${SANDBOX.slug}/commands`);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText(/[34] of 5 done|5 of 5 done/)).toBeVisible();
  const connected = steps.getByRole('listitem').filter({ hasText: 'Connect a source' }).getByLabel('Done');
  await expect(connected.or(steps.getByText('Your workspace is ready.'))).toBeVisible();
  const closed = page.waitForResponse(
    (response) => response.url().endsWith('/first-steps') && response.request().method() === 'DELETE',
  );
  await steps.getByRole('button', { name: 'Close the first steps' }).click();
  expect((await closed).status()).toBe(204);
  await expect(steps).toBeHidden();
  await page.reload();
  await isLive(page);
  await expect(steps).toBeHidden();
});
