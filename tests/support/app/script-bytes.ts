import type { Page, Request } from '@playwright/test';

/** Pages wait at least this long before they load code ahead. */
const AHEAD_MS = 500;

/**
 * Starts to count the script that a page loads, in transferred bytes: compressed, with the headers.
 *
 * @returns a function for the sum so far
 */
export function countScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sizes.push(wireBytes(request));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function wireBytes(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}

/** Keeps a page from loading ahead, however slow the machine. What it needs to work comes first. */
export async function holdFetchingAhead(page: Page): Promise<void> {
  await page.addInitScript((aheadMs) => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, delayMs = 0) => (delayMs < aheadMs ? soon(work, delayMs) : 0),
    });
  }, AHEAD_MS);
}
