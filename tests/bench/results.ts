import type { Page } from '@playwright/test';
import { ADMIN, callApp, commitRoutine, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { inBrowser } from './support/bench-browser';
import { framesInWords, framesWhile, turnWheel } from './support/frames';
import { measure } from './support/measure';

const COLUMNS = Array.from({ length: 200 }, (_, index) => `c${index + 1}`);
const PRESSES = 15;

const SOURCE = `
  create function one() returns table (n integer) language sql as 'select 1';
  create function two() returns integer language sql as 'select 2';
  create function wide() returns table (${COLUMNS.map((name) => `${name} integer`).join()}) language sql as
    'select ${COLUMNS.map((_, index) => `i % 10 + 0 * ${index}`).join()} from generate_series(1, 1000) i';
  create function large() returns json language sql as $$
    select json_agg(json_build_object('id', i, 'text', repeat('x', 40), 'deep', json_build_array(i, i)))
    from generate_series(1, 11000) i $$`;

/** How long a person waits for results in a browser: from the click to the first row, and how large results behave. */
export async function benchResults(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    const pathOf = async (name: string) => {
      const { kitId } = await commitRoutine(app.origin, credsId, `public.${name}()`, 'safe');
      return `${app.origin}/sandbox/builder?id=${kitId}`;
    };
    const [one, wide, large] = [await pathOf('one'), await pathOf('wide'), await pathOf('large')];
    const { kitId, olId } = await commitRoutine(app.origin, credsId, 'public.two()');
    const serverAlone = await measure(PRESSES, () =>
      callApp(app.origin, 'POST', `/${SANDBOX}/run-sync`, { olId, kitId, params: {} }),
    );
    console.log(`\nrun-sync, without a browser: ${serverAlone.median.toFixed(0)} ms at the median`);
    await inBrowser(app, ADMIN, async (page) => {
      await pressAndWait(page, one);
      await openWide(page, wide);
      await openLarge(page, large);
    });
  } finally {
    await app.stop();
  }
}

/** From the click on Run until a row is on the screen: on a fresh page, and again on the same one. */
async function pressAndWait(page: Page, url: string): Promise<void> {
  const fresh: number[] = [];
  for (let times = 0; times < 6; times += 1) {
    await page.goto(url);
    // As long as the quickest person needs to notice the button.
    await page.waitForTimeout(1_500);
    fresh.push(await clickToRow(page, 1));
  }
  console.log(`From the click to the first row, on a fresh page: ${inWords(fresh)}`);
  const again: number[] = [];
  for (let press = 2; press < PRESSES + 2; press += 1) again.push(await clickToRow(page, press));
  console.log(`From the click to the first row, again on the same page: ${inWords(again)}`);
}

async function clickToRow(page: Page, cards: number): Promise<number> {
  // The expression returns nothing, since `evaluate` would wait for a promise.
  await page.evaluate(`void (window.painted = new Promise((resolve) => {
      document.addEventListener('click', () => {
        const clickedAt = performance.now();
        const observer = new MutationObserver(() => {
          const cards = document.querySelectorAll('[aria-label="Results"] article');
          if (cards.length < ${cards} || !cards[0].querySelector('[role=grid] [data-row]')) return;
          observer.disconnect();
          // The frame that draws the row, and the moment after it.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }, { capture: true, once: true });
    }))`);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  // People hover over a button for a moment before they press it.
  await run.hover();
  await page.waitForTimeout(100);
  await run.click();
  return page.evaluate<number>('window.painted');
}

async function openWide(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForTimeout(1_500);
  const grid = page.getByRole('grid');
  await report(page, 'A table of 1,000 rows by 200 columns, opened', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await grid.locator('[data-row]').first().waitFor();
  });
  await grid.hover();
  await report(page, 'Scrolling it down', () => turnWheel(page, { y: 240 }));
  await report(page, 'Scrolling it across', () => turnWheel(page, { x: 240 }));
  await grid.focus();
  await report(page, 'Walking through it by the arrow keys', async () => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press(step % 2 === 0 ? 'ArrowDown' : 'ArrowRight');
    }
  });
}

async function openLarge(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForTimeout(1_500);
  const tree = page.getByLabel('Result as JSON');
  await report(page, 'A JSON document of 1 MB, opened', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('grid').locator('[data-row]').first().waitFor();
  });
  await report(page, 'Scrolling it as a table', () => turnWheel(page, { y: 600 }));
  await report(page, 'Looked at as a tree', async () => {
    await page.getByRole('radiogroup').getByText('JSON').click();
    await tree.getByText('keys').first().waitFor();
  });
  await report(page, 'All of it unfolded', () => page.getByRole('button', { name: 'Expand all' }).click());
  await tree.hover();
  await report(page, 'Scrolling it', () => turnWheel(page, { y: 600 }));
  await page.getByLabel(/^Search the JSON/).click();
  await report(page, 'Searching it', () => page.keyboard.type('10999', { delay: 60 }));
}

async function report(page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  console.log(`${what}: ${framesInWords(await framesWhile(page, work))}`);
}

function inWords(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${median.toFixed(0)} ms at the median (${times.map((ms) => Math.round(ms)).join(', ')})`;
}
