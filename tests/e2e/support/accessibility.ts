import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

export interface AccessibilityFault {
  id: string;
  help: string;
  where: string[];
}

declare global {
  interface Window {
    /** Exists once the page was checked. */
    axe?: typeof axe;
  }
}

/** Half as large as what the package exports, for the same rules. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA. Its experimental rules, which the tags cover too, don't run. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns the violations of WCAG 2.2 AA on the current page. While a modal dialog is open, only in what floats: the page
 * that it covers can't be reached, and is checked when nothing covers it.
 *
 * @param within a selector of the part to check, if something else floats over the rest
 */
export async function accessibilityFaults(page: Page, within?: string): Promise<AccessibilityFault[]> {
  // No page has frames. One with frames would have to be checked frame by frame.
  if (page.frames().length > 1) throw new Error('A page with frames wants to be looked at frame by frame.');
  await addAxe(page);
  return page.evaluate(
    async ({ within, tags }) => {
      if (window.axe === undefined) throw new Error('The page was left while it was checked.');
      // Halfway through a transition, a color is not the one that people read. One that has ended may start others.
      const drawn = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY);
      // The rows of before are dimmed until those of the new filter arrive.
      const isDimmed = () =>
        [...document.querySelectorAll('[aria-busy="true"]')].some(
          (element) => getComputedStyle(element).opacity !== '1',
        );
      for (await drawn(); ending().length > 0 || isDimmed(); await drawn()) {
        await Promise.allSettled(ending().map((animation) => animation.finished));
      }
      const floating = [...document.querySelectorAll<HTMLElement>('body > [data-portal]')];
      const modals = floating.flatMap((portal) => [...portal.querySelectorAll('[aria-modal="true"]')]);
      // One that is closing has faded out.
      const isCovered = modals.some((modal) =>
        modal.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      );
      const all = isCovered ? floating : [document.documentElement];
      const { violations } = await window.axe.run(
        { include: within === undefined ? all : [[within]] },
        {
          runOnly: { type: 'tag', values: tags },
          // Of the others, only how many there are.
          resultTypes: ['violations'],
          // Style sheets are read by one rule alone, which is experimental.
          preload: { assets: ['media'] },
        },
      );
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes
          .slice(0, 5)
          .map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }));
    },
    { within, tags },
  );
}

/** Adds axe to the page once: with half a megabyte to compile, adding it costs as much as a check. */
async function addAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource);
}

/** Returns by how many pixels a page scrolls sideways. Only tables may, inside themselves. */
export const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
