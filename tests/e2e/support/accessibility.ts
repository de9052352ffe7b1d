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
  // Its usual way opens another page for each look, to put together what it found in frames; there are none.
  if (page.frames().length > 1) throw new Error('A page with frames wants to be looked at frame by frame.');
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
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
