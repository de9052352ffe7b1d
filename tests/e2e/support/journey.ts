import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, widerBy } from './accessibility';
import { addPerson, takeAwayPerson } from './extra-person';
import type { Who } from './people';
import { test as base } from './workspace';

interface Journey {
  /** The person of the journey; null for a signed-out visitor. */
  as: Who | null;
  /** Browser errors that a journey causes on purpose, such as a 404 response. */
  expectedComplaints: RegExp[];
  /** A person of the journey's own, whom the others don't see; exists only during it. */
  somebodyNew: { userId: string; name: string } | null;
  /** Deletes what the journey created, once its pages are closed. */
  noLeftovers: undefined;
  /** Fails the journey on any other browser error. */
  noComplaints: undefined;
}

/** A journey through the whole application. It starts signed in, and fails on any error in the console. */
export const test = base.extend<Journey>({
  as: ['admin', { option: true }],
  expectedComplaints: [[], { option: true }],
  somebodyNew: [null, { option: true }],
  noLeftovers: [
    async ({ clearSandbox, somebodyNew }, use) => {
      if (somebodyNew !== null) await addPerson(somebodyNew.userId, somebodyNew.name);
      await use(undefined);
      if (somebodyNew !== null) await takeAwayPerson(somebodyNew.userId);
      await clearSandbox();
    },
    { auto: true },
  ],
  storageState: async ({ as, sessionOf }, use) => {
    await use(as === null ? undefined : await sessionOf(as));
  },
  noComplaints: [
    async ({ noLeftovers: _, page, expectedComplaints }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      await use(undefined);
      // What the page asks for in the background may be on its way through a route when the page closes.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = complaints.filter((text) => !expectedComplaints.some((known) => known.test(text)));
      expect(unexpected, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Fails on any violation of WCAG 2.2 AA on the page, from its top, or on a part of it. Further down, a button that is
 * partly covered by the bar would count as too small.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // A result may still be scrolling into view; this ends that.
  if (within === undefined) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // A part that was just asked for may not be there yet, and what isn't there can't be checked.
  else await page.locator(within).filter({ visible: true }).first().waitFor();
  expect(await accessibilityFaults(page, within)).toEqual([]);
}

/**
 * Fails if the page scrolls sideways. Tables may, inside themselves. Waits for floating elements to find their place.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => widerBy(page)).toBeLessThanOrEqual(0);
}
