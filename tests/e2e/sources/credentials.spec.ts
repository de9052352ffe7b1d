import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll, test } from '../support/journey';
import { isLive, SANDBOX } from '../support/steps';

const page_ = `/${SANDBOX.slug}/credentials`;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each connection is a card, and nothing scrolls sideways', { tag: '@long' }, async ({ page }) => {
    await page.goto(page_);
    await isLive(page);
    await expect(page.getByRole('row', { name: /Sample shop/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
