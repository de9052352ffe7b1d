import { chromium, type Page } from '@playwright/test';
import type { BenchApp } from './bench-app';

/** Opens a page of the bench's own browser, signed in as one person; closes it afterward. */
export async function inBrowser(
  app: BenchApp,
  userId: string,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  // As in the journeys: CHROMIUM_PATH, or Playwright's own.
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${app.origin}/api/v1/demo/sign-in`, {
      data: { userId },
      headers: { origin: app.origin },
    });
    await work(await context.newPage());
  } finally {
    await browser.close();
  }
}
