import type { Page } from '@playwright/test';
import { withClient } from '@/scripts/postgres/connect';
import { type BenchApp, startBenchApp } from './support/bench-app';
import { inBrowser } from './support/bench-browser';
import { fillLibrary, LIBRARY } from './support/fill-library';
import { framesInWords, framesWhile, turnWheel } from './support/frames';
import { printTable } from './support/measure';
import { logDuration, timeRequests } from './support/time-requests';

const ORG = 'sandbox-1';
const OWNER = 'demo-dana';

/** The library of an organization that has grown for years: on the server, and in a browser. */
export async function benchLibrary(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, (client) =>
      logDuration(`${LIBRARY.commands} commands in ${LIBRARY.folders} folders`, () =>
        fillLibrary(client, ORG, OWNER),
      ),
    );
    for (const as of [OWNER, 'demo-bench-1']) {
      const lists = {
        'GET skinny-kits, as the library asks': `/${ORG}/skinny-kits?filter=is_hidden:false&people=brief`,
        'GET skinny-kits, everyone by name': `/${ORG}/skinny-kits?filter=is_hidden:false`,
        'GET directories': `/${ORG}/directories?sort=name`,
        'GET recent': `/${ORG}/kits/users/${as}/recent`,
      };
      printTable(`Lists for ${as} (milliseconds)`, await timeRequests(app, as, lists));
    }
    await inBrowser(app, OWNER, (page) => openAndScroll(page, app));
  } finally {
    await app.stop();
  }
}

async function openAndScroll(page: Page, app: BenchApp): Promise<void> {
  const opened: number[] = [];
  for (let times = 0; times < 6; times += 1) opened.push(await openLibrary(page, app));
  console.log(`\nThe library opens in ${opened.map((ms) => Math.round(ms)).join(', ')} ms`);
  await page.getByLabel('Search commands').click();
  await report('Typing a search', () => page.keyboard.type('refund AND NOT order'));
  await page.getByLabel('Clear the search').click();
  await page.getByRole('tree', { name: 'Folders' }).hover();
  await report('Scrolling the tree', () => turnWheel(page, { y: 240 }));
  await page.getByRole('table', { name: 'Commands' }).hover();
  await report('Scrolling the list', () => turnWheel(page, { y: 240 }));

  async function report(what: string, work: () => Promise<void>): Promise<void> {
    console.log(`${what}: ${framesInWords(await framesWhile(page, work))}`);
  }
}

/** From pressing Enter in the address bar to a row that can be clicked. */
async function openLibrary(page: Page, app: BenchApp): Promise<number> {
  await page.goto(`${app.origin}/sandbox/commands`, { waitUntil: 'commit' });
  await page.getByRole('table', { name: 'Commands' }).getByRole('link').first().waitFor();
  const openedMs = await page.evaluate(() => performance.now());
  // The rest of the list is still loading; the next visit must not compete with it.
  await page.getByRole('treeitem', { name: /^All commands\s*\d/ }).waitFor();
  return openedMs;
}
