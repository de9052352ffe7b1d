import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface AccessibilityFault {
  id: string;
  help: string;
  where: string[];
}

/**
 * What WCAG 2.2 AA forbids on a page as it stands.
 *
 * @param within a selector of the part to look at, where the rest is half under something that floats
 */
export async function accessibilityFaults(page: Page, within = 'html'): Promise<AccessibilityFault[]> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/** By how many pixels a page scrolls sideways, which only tables may, within themselves. */
export const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
