import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ROWS_A_PAGE } from '@/lib/contract/results/result-rows';
import { formatCount } from '@/lib/results/table/row-counts';
import { ADMIN, SANDBOX } from '../../support/doubles/remote-app';
import type { BenchApp } from './bench-app';
import { inBrowser } from './bench-browser';
import { framesInWords, framesWhile, turnWheel } from './frames';

/** The same result on a page: how much memory its tab takes, and how smoothly it scrolls. */
export async function benchMillionInBrowser(
  app: BenchApp,
  { kitId, runId }: { kitId: number; runId: number },
): Promise<void> {
  await inBrowser(app, ADMIN, async (page) => {
    await page.goto(`${app.origin}/${SANDBOX}/builder?id=${kitId}#run-${runId}`);
    const grid = page.getByRole('grid').first();
    await grid.locator('[data-row]').first().waitFor();
    console.log(`  the tab, opened                  ${await memoryInWords(page)}`);
    await grid.hover();
    const scrolled = await framesWhile(page, () => turnWheel(page, { y: 240 }));
    console.log(`  scrolling it: ${framesInWords(scrolled)}`);
    for (const row of [500_000, 250_000, 999_999, 750_000]) {
      await page.getByRole('textbox', { name: /^Go to a row/ }).fill(String(row));
      await page.keyboard.press('Enter');
      const last = Math.ceil(row / ROWS_A_PAGE) * ROWS_A_PAGE;
      await page.getByText(`–${formatCount(last)} of`).waitFor();
      await settled(page);
    }
    await grid.hover();
    const later = await framesWhile(page, () => turnWheel(page, { y: 240 }));
    console.log(`  scrolling its last pages: ${framesInWords(later)}`);
    await grid.getByRole('columnheader').nth(3).click();
    await settled(page);
    console.log(`  the tab, after pages and sorting ${await memoryInWords(page)}`);
  });
}

const settled = (page: Page) => page.locator('[aria-busy=true]').waitFor({ state: 'detached' });

/** What the page's scripts hold, and what its process takes in all (Linux). */
async function memoryInWords(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, totalSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const ofProcess = Math.max(...(await rendererPids(page)).map(residentMb));
  return `${mb(usedSize)} MB held by scripts of ${mb(totalSize)} MB, ${ofProcess.toFixed(0)} MB in all`;
}

const mb = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

async function rendererPids(page: Page): Promise<number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  await session?.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
