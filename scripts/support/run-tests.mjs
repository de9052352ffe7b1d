import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient } from './build.mjs';
import { checkSpace, installSpaceBytes } from './checks.mjs';
import { installPackages, packagesAreInstalled } from './packages.mjs';
import { createProgress } from './progress.mjs';
import { runQuietly } from './run-quietly.mjs';
import { StartError } from './start-error.mjs';
import { countTests } from './test-counts.mjs';
import { reports, stages } from './test-stages.mjs';

/**
 * Installs what is missing, then runs the stages in order until one fails. The last line tells how many tests
 * passed and failed.
 * @param names the stages asked for; all of them when there are none
 */
export async function runTests(names) {
  process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  const unknown = names.filter((name) => !(name in stages));
  if (unknown.length > 0) {
    throw new StartError(
      `There is no stage ${unknown.join(', ')}. The stages are: ${Object.keys(stages).join(', ')}.`,
    );
  }
  const chosen = Object.entries(stages).filter(([name]) => names.length === 0 || names.includes(name));
  rmSync(dirname(reports.unit), { recursive: true, force: true });
  const startedAt = Date.now();
  const progress = createProgress(chosen.length + 2);

  await progress.step('Packages', async () => {
    if (packagesAreInstalled({ development: true })) return 'up to date';
    checkSpace(process.cwd(), installSpaceBytes);
    await installPackages({ development: true });
  });
  await progress.step('Database client and route types', async () => {
    await ensureClient();
    // `npm run dev` leaves types of its own there, of routes that may be gone since.
    rmSync(join('.next', 'dev', 'types'), { recursive: true, force: true });
    await runQuietly('next typegen', process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], {
      NEXT_TELEMETRY_DISABLED: '1',
    });
  });
  try {
    for (const [, { title, run }] of chosen) await progress.step(title, run);
  } finally {
    const counts = Object.values(reports).map(countTests);
    const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
    console.log(`\nAll stages together: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
    console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  }
}
