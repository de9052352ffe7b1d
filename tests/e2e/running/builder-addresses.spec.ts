import { expect, type Page } from '@playwright/test';
import { test } from '../support/journey';
import { builderPath, field, isLive, pressRun, resultCards, SANDBOX, waitForOutcome } from '../support/steps';
import { expectToLast, holdTime } from '../support/toasts';

const BAD_PARAMS =
  'Error parsing parameters from URL. Is there something tricky, like another URL or HTML embedeed inside it?';

async function open(page: Page, more: string): Promise<void> {
  await page.goto((await builderPath(page, 'Find orders')) + more);
  await isLive(page);
}

/** The same where a message comes with it. That stays for four seconds only, so it is looked for from the start. */
async function openAndRead(page: Page, more: string, message: string | RegExp): Promise<void> {
  await page.goto((await builderPath(page, 'Find orders')) + more, { waitUntil: 'commit' });
  await expect(page.getByText(message)).toBeVisible();
  await isLive(page);
}

test('unreadable values are reported for four seconds, and the form opens without them', {
  tag: '@long',
}, async ({ page }) => {
  for (const params of ['{bad', '[1]', 'null', '<b>']) {
    await openAndRead(page, `&params=${encodeURIComponent(params)}`, BAD_PARAMS);
    await expect(field(page, 'Row limit')).toHaveValue('');
  }
  await holdTime(page);
  await page.reload();
  await expectToLast(page, page.getByText(BAD_PARAMS), 4_000);
});

test('values for unknown inputs are ignored', { tag: '@long' }, async ({ page }) => {
  await open(page, `&params=${encodeURIComponent('{"row_limit":"3","nothere":1,"__proto__":{"x":1}}')}`);
  await expect(field(page, 'Row limit')).toHaveValue('3');
  await expect(page.getByText(BAD_PARAMS)).toBeHidden();
});

test('another command begins at its top', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '');
  await page.evaluate(() => window.scrollTo(0, 45));
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await page.getByRole('textbox', { name: 'Search or jump to' }).fill('Monthly revenue');
  // Enter opens the chosen row, which is chosen a moment after it is found.
  await expect(page.getByRole('dialog').locator('[data-selected]')).toContainText('Monthly revenue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly revenue' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a link to a run leads to its result on a phone', async ({ page }) => {
  await open(page, '');
  await pressRun(page);
  const { hash, search } = await waitForOutcome(page, 'Success').then(() => new URL(page.url()));
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 390, height: 844 });
  const id = new URLSearchParams(search).get('id');
  await other.goto(`/${SANDBOX.slug}/builder?id=${id}${hash}`);
  await expect(resultCards(other).first()).toBeInViewport({ ratio: 0.5 });

  // To change its values and run it again, the form is what people come for.
  const form = await page.context().newPage();
  await form.setViewportSize({ width: 390, height: 844 });
  await form.goto(`/${SANDBOX.slug}/builder?id=${id}&injectParamsFrom=${hash.replace('#run-', '')}${hash}`);
  await expect(form.getByText(/^The form has the values of run/)).toBeVisible();
  await expect(resultCards(form).first()).toContainText('Success');
  expect(await form.evaluate(() => window.scrollY)).toBe(0);
});
