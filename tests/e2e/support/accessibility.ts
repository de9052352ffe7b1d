import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

export interface AccessibilityFault {
  id: string;
  help: string;
  where: string[];
}

/**
 * Returns the violations of WCAG 2.2 AA on the current page.
 *
 * @param within a selector of the part to check, if something floats over the rest
 */
export async function accessibilityFaults(page: Page, within = 'html'): Promise<AccessibilityFault[]> {
  // The default mode opens another page for each check to merge results of frames. There are none.
  if (page.frames().length > 1) throw new Error('A page with frames wants to be looked at frame by frame.');
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.slice(0, 5).map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }));
}

/** Returns by how many pixels a page scrolls sideways. Only tables may, inside themselves. */
export const widerBy = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
