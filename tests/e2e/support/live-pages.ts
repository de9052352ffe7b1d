import type { Browser, Page } from '@playwright/test';
import { responds } from './steps';

/**
 * Lets `goto` and `reload` of all pages of a browser return once the page responds, as a person would wait for it. A
 * journey that looks at a page before that says with `waitUntil` what it waits for instead.
 */
export function waitForLivePages(browser: Browser): void {
  browser.on('context', (context) => context.on('page', waitForLivePage));
}

function waitForLivePage(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil === undefined) await responds(page);
    return response;
  };
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await responds(page);
    return response;
  };
}
