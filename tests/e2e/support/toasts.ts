import { expect, type Locator, type Page } from '@playwright/test';

const STEP_MS = 100;
/** As long as a toast takes to come and to go, at most. */
const LEEWAY_MS = 600;

/** Holds the page's time still from now on, also for the pages that it goes to; only `expectToLast` moves it. */
export async function holdTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Fails where a toast does not come, or stays shorter or longer than it should, by the time that was held. */
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
