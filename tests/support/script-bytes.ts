import type { Page, Request } from '@playwright/test';

/** What a page fetches ahead once it has settled begins after at least this long. */
const AHEAD_MS = 500;

/**
 * Starts to count the script that a page fetches, in bytes as they come over the wire: compressed, with the headers.
 *
 * @returns how to ask for the sum so far
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

/** Keeps a page from fetching ahead, however slow the machine; what it needs to be used comes before that. */
export async function holdFetchingAhead(page: Page): Promise<void> {
  await page.addInitScript((aheadMs) => {
    const soon = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (work: () => void, delayMs = 0) => (delayMs < aheadMs ? soon(work, delayMs) : 0),
    });
  }, AHEAD_MS);
}
