import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient, ensurePrograms } from '../building/build.mjs';
import { installPackages, packagesAreInstalled } from '../building/packages.mjs';
import { createProgress } from '../building/progress.mjs';
import { runQuietly } from '../building/run-quietly.mjs';
import { checkSpace, installSpaceBytes } from '../starting/checks.mjs';
import { StartError } from '../starting/start-error.mjs';
import { runStages } from './run-stages.mjs';
import { createStageOutput } from './stage-output.mjs';
import { countTests } from './test-counts.mjs';
import { createScratch } from './test-scratch.mjs';
import { everything, groups, LONG, reports, stages } from './test-stages.mjs';

/**
 * Installs what is missing, then runs the stages, some in parallel, until all have passed or one fails. The last line
 * counts the passed and failed tests.
 * @param names the requested stages or groups, all stages if there are none; and `long` to go to their end
 */
export async function runTests(names) {
  process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  const isLong = names.includes(LONG);
  const chosen = chooseStages(names.filter((name) => name !== LONG));
  rmSync(dirname(reports.unit), { recursive: true, force: true });
  const startedAt = Date.now();
  await prepare();

  const output = createStageOutput(Object.keys(chosen).length);
  const scratch = createScratch();
  const variables = {
    TMPDIR: scratch.folder,
    TEST_DATABASES_DIR: scratch.databases,
    ...(isLong ? { TESTS_LONG: '1' } : {}),
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  };
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupted.abort());
  let failure;
  try {
    await runStages(chosen, output, { signal: interrupted.signal, variables });
  } catch (error) {
    failure = error;
  } finally {
    output.close();
    await scratch.clear();
  }
  if (failure) console.log(`\n${failure instanceof StartError ? failure.message : failure.stack}`);
  const counts = Object.values(reports).map(countTests);
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(`\nAll stages together: ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(failure ? 1 : 0);
}

/** Returns the stages of these names, or else all of them, and what they need, in order. */
function chooseStages(names) {
  const unknown = names.filter((name) => !(name in stages || name in groups));
  if (unknown.length > 0) {
    throw new StartError(
      `Unknown stage: ${unknown.join(', ')}. The stages are: ${Object.keys(stages).join(', ')}; and ${Object.keys(groups).join(', ')} for several.`,
    );
  }
  const asked = names.length === 0 ? everything : names.flatMap((name) => groups[name] ?? [name]);
  const wanted = new Set(asked.flatMap((name) => [name, ...(stages[name].needs ?? [])]));
  return Object.fromEntries(Object.entries(stages).filter(([name]) => wanted.has(name)));
}

/** What every stage needs. */
async function prepare() {
  const progress = createProgress(2);
  await progress.step('Packages', async () => {
    if (packagesAreInstalled({ development: true })) return 'up to date';
    checkSpace(process.cwd(), installSpaceBytes);
    await installPackages({ development: true });
  });
  await progress.step('Database client, programs and route types', async () => {
    await ensureClient();
    await ensurePrograms();
    // `npm run dev` leaves its own types there, of routes that may have been deleted since.
    rmSync(join('.next', 'dev', 'types'), { recursive: true, force: true });
    await runQuietly('next typegen', process.execPath, ['node_modules/next/dist/bin/next', 'typegen'], {
      NEXT_TELEMETRY_DISABLED: '1',
    });
  });
}
