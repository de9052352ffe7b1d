import { expect, type Page } from '@playwright/test';
import { test } from '../support/journey';
import {
  field,
  holdRequests,
  isLive,
  openCommand,
  pressRun,
  SANDBOX,
  waitForOutcome,
} from '../support/steps';

// A person who leaves right after Run arrives, however long the next page takes.

/** Longer than anything that the page of a run delays. */
const PAGE_TAKES_MS = 5_000;

/** Leaves while the next page is held back, and checks that it arrives. */
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

test('a link works right after Run, before the run has started', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await goOn(page, history, async () => {
    await pressHistory(page);
    start();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('a link works right after Run, as soon as the run has started', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const started = page.waitForResponse('**/run-async-ii');
  await goOn(page, history, async () => {
    await pressRun(page);
    await started;
    // Without the delays of a hand or of a press by the browser.
    await page.locator('nav a[href$="/history"]').evaluate((link: HTMLElement) => link.click());
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('a link works right after Run, once the address names the run; Back returns to it', async ({ page }) => {
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

test('a link works right after Run, while the last typed value is still being written to the address', {
  tag: '@long',
}, async ({ page }) => {
  await openCommand(page, 'Best sellers');
  await pressRun(page);
  await waitForOutcome(page, 'Success');
  await field(page, 'Row limit').fill('3');
  await goOn(page, history, () => pressHistory(page));
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('the palette works right after Run', { tag: '@long' }, async ({ page }) => {
  await openCommand(page, 'Monthly revenue');
  const start = await holdRequests(page, '**/run-async-ii');
  await pressRun(page);
  await goOn(page, history, async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByText('All my organizations').waitFor();
    await expect(palette.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('history');
    // Enter opens what is chosen, which follows the list a moment later.
    await expect(palette.locator('[data-selected]')).toHaveText(/History/);
    await page.keyboard.press('Enter');
    start();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});

test('Back works right after Run', { tag: '@long' }, async ({ page }) => {
  await page.goto(`/${SANDBOX.slug}/commands`);
  await isLive(page);
  await page.getByRole('link', { name: 'Monthly revenue' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Monthly revenue' }).waitFor();
  // A reload leaves nothing of the page before.
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
