import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from './support/journey';
import { builderPath, isLive, SANDBOX } from './support/steps';

const MOST_SCRIPT_BYTES = 300_000;

/** The size of all scripts that a page loads before anything is done with it, compressed as they are sent. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body).byteLength));
  });
  await page.goto(path, { waitUntil: 'load' });
  await isLive(page);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the library loads less than 300 kB of script', async ({ page }) => {
  expect(await scriptBytes(page, `/${SANDBOX.slug}/commands`)).toBeLessThan(MOST_SCRIPT_BYTES);
});

test('the builder loads less than 300 kB of script', async ({ page }) => {
  expect(await scriptBytes(page, await builderPath(page, 'Find orders'))).toBeLessThan(MOST_SCRIPT_BYTES);
});
