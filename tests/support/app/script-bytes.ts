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

/** Waits until the scripts of a page come in their smallest form, which is made after each was first asked for. */
export async function compressScripts(page: Page, url: string): Promise<void> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  if (context === undefined) throw new Error('The page has no browser');
  const first = await context.newPage();
  const scripts = new Set<string>();
  first.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()));
  await first.goto(url, { waitUntil: 'networkidle' });
  for (const script of scripts) {
    while ((await context.request.get(script)).headers()['content-encoding'] !== 'br')
      await first.waitForTimeout(50);
  }
  await context.close();
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
