import type { Page } from '@playwright/test';
import { z } from 'zod';
import { isLive } from '../e2e/support/steps';
import { ADMIN, callApp, SANDBOX } from '../support/remote-app';
import { countScript, holdFetchingAhead } from '../support/script-bytes';
import { type BenchApp, startBenchApp } from './bench-app';
import { inBrowser } from './bench-browser';

const COMMANDS = ['Find orders', 'Monthly revenue', 'Look up products', 'Find tickets', 'Change a ticket'];

/** How much script pages load before they can be used, and how much more once they have settled. */
export async function benchScriptSize(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    const commands = z
      .array(z.object({ kit_id: z.int(), name: z.string() }))
      .parse(await callApp(app.origin, 'GET', `/${SANDBOX}/skinny-kits`));
    await tell(app, 'Library', '/sandbox/commands');
    for (const { kit_id, name } of commands.filter((each) => COMMANDS.includes(each.name))) {
      await tell(app, `Builder, ${name}`, `/sandbox/builder?id=${kit_id}`);
    }
  } finally {
    await app.stop();
  }
}

async function tell(app: BenchApp, what: string, path: string): Promise<void> {
  const firstBytes = await bytesOf(app, path, holdFetchingAhead);
  const allBytes = await bytesOf(app, path, async () => {});
  console.log(
    `${what}: ${inKilobytes(firstBytes)} kB of script, ${inKilobytes(allBytes)} kB once it has settled`,
  );
}

async function bytesOf(app: BenchApp, path: string, prepare: (page: Page) => Promise<void>): Promise<number> {
  let bytes = 0;
  await inBrowser(app, ADMIN, async (page) => {
    await prepare(page);
    const scriptBytes = countScript(page);
    await page.goto(`${app.origin}${path}`, { waitUntil: 'load' });
    await isLive(page);
    await page.waitForLoadState('networkidle');
    bytes = await scriptBytes();
  });
  return bytes;
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
