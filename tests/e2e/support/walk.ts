import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from './journey';

/** What people see of a page or a panel. */
export interface State {
  /** The address that opens it, without the organization. */
  at: string;
  /** What the person does there. */
  act?: (page: Page) => Promise<unknown>;
  /** A text that is there once the state is. */
  shows: string | RegExp;
}

const WIDE = { width: 1440, height: 900 };
const BETWEEN = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };

/** Fails if one of the states isn't accessible, or scrolls sideways when it is as narrow as a phone. */
export async function walkThrough(page: Page, states: readonly State[], slug: string): Promise<void> {
  for (const { at, act, shows } of states) {
    await test.step(`${at}: ${shows}`, async () => {
      await page.setViewportSize(WIDE);
      await page.goto(`/${slug}/${at}`);
      await act?.(page);
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize(BETWEEN);
      await expectAccessible(page);
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
    });
  }
}
