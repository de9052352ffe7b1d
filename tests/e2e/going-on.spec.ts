import { expect, type Page } from '@playwright/test';
import { test } from './support/journey';
import { field, holdRequests, isLive, openCommand, pressRun, SANDBOX, waitForOutcome } from './support/steps';

// Whoever goes on right after Run arrives, however long the next page takes.

/** Longer than anything that the page of a run puts off. */
const PAGE_TAKES_MS = 5_000;

/** Goes on while the next page is held back; looks whether it comes in the end. */
async function goOn(page: Page, next: RegExp, leave: () => Promise<unknown>): Promise<void> {
  const come = await holdRequests(page, next);
  const asked = page.waitForRequest(next);
  await leave();
  await asked;
  await waitForOutcome(page, 'Success');
  await page.clock.runFor(PAGE_TAKES_MS);
  come();
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0);
  await page.clock.runFor(PAGE_TAKES_MS);
  expect(page.url()).not.toMatch(/run/i);
}

const history = /\/history\?.*_rsc/;
const pressHistory = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();

test.beforeEach(({ page }) => page.clock.install());

test('one goes on right after Run by a link, before the run has started', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await goOn(page, history, async () => {
    await pressHistory(page);
    start();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('one goes on right after Run by a link, as soon as it has started', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const started = page.waitForResponse('**/run-async-ii');
  await goOn(page, history, async () => {
    await pressRun(page);
    await started;
    // Without the moments that a hand, or a press as the browser sees it, would take.
    await page.locator('nav a[href$="/history"]').evaluate((link: HTMLElement) => link.click());
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('one goes on right after Run by a link, once the address names the run; Back leads to it again', async ({
  page,
}) => {
  await openCommand(page, 'Monthly revenue');
  await pressRun(page);
  await expect(page).toHaveURL(/runGroupId=\d+.*#run-\d+$/);
  const address = page.url();
  await goOn(page, history, () => pressHistory(page));
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await waitForOutcome(page, 'Success');
});

test('one goes on right after Run by a link, with what was typed last still on its way to the address', async ({
  page,
}) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await field(page, 'Row limit').fill('3');
  await goOn(page, history, () => pressHistory(page));
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('one goes on right after Run by the palette', async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await goOn(page, history, async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('All My Organizations').waitFor();
    await page.keyboard.type('history');
    await page.keyboard.press('Enter');
    start();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('one goes on right after Run by Back', async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('link', { name: 'Monthly revenue' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Monthly revenue' }).waitFor();
  // Whoever reloads has nothing left of the page before.
  await page.reload();
  await isLive(page);
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await goOn(page, /\/commands\?.*_rsc/, async () => {
    await page.evaluate(() => window.history.back());
    start();
  });
  await expect(page).toHaveURL(/\/commands$/);
  await expect(page.getByRole('link', { name: 'Monthly revenue' }).first()).toBeVisible();
});
