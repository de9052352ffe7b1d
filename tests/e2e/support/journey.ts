import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, widerBy } from './accessibility';
import { addPerson, takeAwayPerson } from './extra-person';
import type { Who } from './people';
import { test as base } from './workspace';

interface Journey {
  /** Who walks it; null for somebody who has not signed in. */
  as: Who | null;
  /** What the browser may complain of, where a journey brings it about: an answer of 404, say. */
  expectedComplaints: RegExp[];
  /** Somebody of the journey's own, whom the others do not meet: there while it lasts. */
  somebodyNew: { userId: string; name: string } | null;
  /** Takes away what the journey made, once its pages are closed and ask for none of it any more. */
  noLeftovers: undefined;
  /** Fails the journey on whatever else the browser complains of. */
  noComplaints: undefined;
}

/** A journey through the whole application: it starts signed in, and fails on any error in the console. */
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
      const unexpected = complaints.filter((text) => !expectedComplaints.some((known) => known.test(text)));
      expect(unexpected, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Fails on anything that WCAG 2.2 AA forbids on the page, seen from its top, or on a part of it as it stands. Further
 * down, a button that is half under the bar would count as too small.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // A result may still be on its way into sight; this ends that.
  if (within === undefined) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  expect(await accessibilityFaults(page, within)).toEqual([]);
}

/** Fails where the page scrolls sideways; tables may, within themselves. What floats may still be finding its place. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect.poll(() => widerBy(page)).toBeLessThanOrEqual(0);
}
