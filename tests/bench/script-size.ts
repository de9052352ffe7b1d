import { isLive } from '../e2e/support/steps';
import { compressScripts, countScript, holdFetchingAhead } from '../support/app/script-bytes';
import { ADMIN, commitRoutine, connectSource } from '../support/doubles/remote-app';
import { type BenchApp, startBenchApp } from './support/bench-app';
import { inBrowser } from './support/bench-browser';

/** One form per kind of control, since each has its own code: the arguments, and only their types. */
const ROUTINES = [
  { what: 'a number and a date', inputs: 'n integer, day date', types: 'integer, date' },
  { what: 'a choice', inputs: 'mood mood', types: 'public.mood' },
  { what: 'a list', inputs: 'names text[]', types: 'text[]' },
  {
    what: 'all of them',
    inputs: 'n integer, day date, mood mood, names text[]',
    types: 'integer, date, public.mood, text[]',
  },
];

const SOURCE = `create type mood as enum ('happy', 'sad');
  ${ROUTINES.map(({ inputs }) => `create function sized(${inputs}) returns integer language sql as 'select 1';`).join('\n')}`;

/** By then, a page has begun to prefetch what it will need. */
const SETTLED_MS = 2_000;

/** How much script pages load before they can be used, and how much once they have settled. */
export async function benchScriptSize(): Promise<void> {
  const app = await startBenchApp(SOURCE);
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    await report(app, 'The library', '/sandbox/commands');
    for (const { what, types } of ROUTINES) {
      const { kitId } = await commitRoutine(app.origin, credsId, `public.sized(${types})`);
      await report(app, `A builder with ${what}`, `/sandbox/builder?id=${kitId}`);
    }
  } finally {
    await app.stop();
  }
}

async function report(app: BenchApp, what: string, path: string): Promise<void> {
  await inBrowser(app, ADMIN, async (page) => {
    await compressScripts(page, `${app.origin}${path}`);
    const scriptBytes = countScript(page);
    await page.goto(`${app.origin}${path}`, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    await page.waitForLoadState('networkidle');
    const settledBytes = await scriptBytes();
    await inBrowser(app, ADMIN, async (fresh) => {
      await holdFetchingAhead(fresh);
      const firstBytes = countScript(fresh);
      await fresh.goto(`${app.origin}${path}`, { waitUntil: 'load' });
      await isLive(fresh);
      console.log(
        `${what}: ${inKilobytes(await firstBytes())} kB of script, ${inKilobytes(settledBytes)} kB once it has settled`,
      );
    });
  });
}

function inKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
