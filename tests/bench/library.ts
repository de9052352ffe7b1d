import { type Browser, chromium, type Page } from '@playwright/test';
import { withClient } from '@/scripts/support/connect';
import { type BenchApp, startBenchApp } from './bench-app';
import { fillLibrary, LIBRARY } from './fill-library';
import { printTable } from './measure';
import { aloud, timeRequests } from './time-requests';

const ORG = 'sandbox-1';
const OWNER = 'demo-dana';

/** The library of an organisation that has grown for years: at the server, and in a browser. */
export async function benchLibrary(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, (client) =>
      aloud(`${LIBRARY.commands} commands in ${LIBRARY.folders} folders`, () =>
        fillLibrary(client, ORG, OWNER),
      ),
    );
    for (const as of [OWNER, 'demo-bench-1']) {
      const lists = {
        'GET skinny-kits, as the library asks': `/${ORG}/skinny-kits?filter=is_hidden:false&people=brief`,
        'GET skinny-kits, everybody by name': `/${ORG}/skinny-kits?filter=is_hidden:false`,
        'GET directories': `/${ORG}/directories?sort=name`,
        'GET recent': `/${ORG}/kits/users/${as}/recent`,
      };
      printTable(`Lists for ${as} (milliseconds)`, await timeRequests(app, as, lists));
    }
    await inBrowser(app);
  } finally {
    await app.stop();
  }
}

async function inBrowser(app: BenchApp): Promise<void> {
  // As for the journeys: CHROMIUM_PATH, or Playwright's own.
  const executablePath = process.env.CHROMIUM_PATH;
  const browser: Browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${app.origin}/api/v1/demo/sign-in`, {
      data: { userId: OWNER },
      headers: { origin: app.origin },
    });
    const page = await context.newPage();
    const opened: number[] = [];
    for (let times = 0; times < 6; times += 1) opened.push(await openLibrary(page, app));
    console.log(`\nThe library opens in ${opened.map((ms) => Math.round(ms)).join(', ')} ms`);
    await page.getByLabel('Search commands').click();
    console.log(
      `Typing a search: ${await framesWhile(page, () => page.keyboard.type('refund AND NOT order'))}`,
    );
    await page.getByLabel('Empty the search').click();
    await page.getByRole('tree', { name: 'Folders' }).hover();
    console.log(`Scrolling the tree: ${await framesWhile(page, () => wheel(page))}`);
    await page.getByRole('table', { name: 'Commands' }).hover();
    console.log(`Scrolling the list: ${await framesWhile(page, () => wheel(page))}`);
  } finally {
    await browser.close();
  }
}

/** From the press of Enter in the address bar to a row that can be clicked. */
async function openLibrary(page: Page, app: BenchApp): Promise<number> {
  await page.goto(`${app.origin}/sandbox/commands`, { waitUntil: 'commit' });
  await page.getByRole('table', { name: 'Commands' }).getByRole('link').first().waitFor();
  return page.evaluate(() => performance.now());
}

async function wheel(page: Page): Promise<void> {
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, 240);
}

/** How many frames a second were drawn meanwhile, and the longest pause between two. */
async function framesWhile(page: Page, work: () => Promise<void>): Promise<string> {
  // As text: what is compiled for Node would bring helpers along that a page does not have.
  await page.evaluate(`{
    const times = (window.frameTimes = []);
    document.body.removeAttribute('data-stop');
    requestAnimationFrame(function note(at) {
      times.push(at);
      if (!document.body.hasAttribute('data-stop')) requestAnimationFrame(note);
    });
  }`);
  await work();
  await page.waitForTimeout(400);
  const times = await page.evaluate<number[]>(
    `document.body.setAttribute('data-stop', ''), window.frameTimes`,
  );
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const perSecond = (gaps.length / ((times.at(-1) ?? 0) - (times[0] ?? 0))) * 1000;
  return `${perSecond.toFixed(0)} frames a second; a frame took ${at(0.5).toFixed(0)} ms at the median, ${at(0.95).toFixed(0)} at p95, ${at(1).toFixed(0)} at most`;
}
