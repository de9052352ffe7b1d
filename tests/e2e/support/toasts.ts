import { expect, type Locator, type Page } from '@playwright/test';

const STEP_MS = 100;
/** The longest time that a toast takes to appear or disappear. */
const LEEWAY_MS = 600;

/** Freezes the page's time, also for later pages. Only `expectToLast` advances it. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Fails if a toast does not appear, or stays shorter or longer than it should by the frozen time. */
export async function expectToLast(page: Page, toast: Locator, durationMs: number): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(STEP_MS);
      return toast.isVisible();
    })
    .toBe(true);
  await page.clock.runFor(durationMs - LEEWAY_MS);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2 * LEEWAY_MS);
  await expect(toast).toBeHidden();
}
