import { test as base, expect, type Page } from '@playwright/test';
import { accessibilityFaults, widerBy } from './accessibility';
import { type Session, signIn, type Who } from './people';

interface Journey {
  /** Who walks it; null for somebody who has not signed in. */
  as: Who | null;
  /** What the browser may complain of, where a journey brings it about: an answer of 404, say. */
  expectedComplaints: RegExp[];
  /** Fails the journey on whatever else the browser complains of. */
  noComplaints: undefined;
}

/** A journey through the whole application: it starts signed in, and fails on any error in the console. */
export const test = base.extend<Journey, { sessionOf: (who: Who) => Promise<Session> }>({
  as: ['admin', { option: true }],
  expectedComplaints: [[], { option: true }],
  sessionOf: [
    async ({ playwright }, use, worker) => {
      const sessions = new Map<Who, Promise<Session>>();
      const baseURL = worker.project.use.baseURL ?? '';
      await use((who) => {
        const session = sessions.get(who) ?? signIn(playwright.request, baseURL, who);
        sessions.set(who, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ as, sessionOf }, use) => {
    await use(as === null ? undefined : await sessionOf(as));
  },
  noComplaints: [
    async ({ page, expectedComplaints }, use) => {
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
