import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureClient, ensurePrograms, ensureWeb } from '../building/build.mjs';
import { inTurn } from '../building/build-turn.mjs';
import { installPackages, packagesAreInstalled } from '../building/packages.mjs';
import { createProgress } from '../building/progress.mjs';
import { nodeVersionAdvice } from './check-node.mjs';
import {
  checkDataFolder,
  checkPort,
  checkSpace,
  installSpaceBytes,
  runSpaceBytes,
  wantedDataFolder,
  wantedPort,
} from './checks.mjs';
import { lockData } from './data-lock.mjs';
import { writeJson } from './json-output.mjs';
import { checkRole } from './process-role.mjs';

/** Processes that outlived a killed start notice within this time, and end. */
const leftBehindPatienceMs = 8_000;

/** Steps before the server's own: packages, client, build. */
const ownSteps = 3;

/**
 * Checks what can be checked, installs and builds what is missing or outdated, and starts scripts/serve.ts.
 * @param development serve from the sources instead of a build, and follow their changes
 * @param role `web`, `worker`, `migrate`, or `plan` for one process of several; everything in one without it
 */
export async function start({ development = false, role = undefined } = {}) {
  process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..', '..'));
  // Variables that are already set override those of the file.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const isEmbedded = !process.env.DATABASE_URL?.trim();
  // A plan is for the person who asked.
  if (!isEmbedded && !development && role !== 'plan') writeJson();
  if (role !== undefined) checkRole(role);
  const port = wantedPort();
  const dataFolder = wantedDataFolder();
  const isInstalled = packagesAreInstalled({ development });

  checkDataFolder(dataFolder);
  checkSpace(dataFolder, runSpaceBytes);
  if (!isInstalled) checkSpace(process.cwd(), installSpaceBytes);
  const lock = isEmbedded ? await lockData(dataFolder, `http://localhost:${port ?? ''}`) : undefined;
  process.once('exit', () => lock?.release());
  const servesPages = role === undefined || role === 'web';
  if (servesPages && port !== undefined)
    await checkPort(port, lock?.wasLeftBehind ? leftBehindPatienceMs : 0);

  const progress = createProgress(stepsOf(role, isEmbedded));
  await progress.step('Packages', async () => {
    if (isInstalled) return 'up to date';
    await inTurn(async () => {
      // Another start may have installed them meanwhile.
      if (!packagesAreInstalled({ development })) await installPackages({ development });
    });
  });
  await progress.step('Database client', ensureClient);
  await ensurePrograms();
  const { checkConfiguration, serve, variableAdvice } = await import('../../.build/serve.mjs');
  // Before the long build, so that a mistake in a variable is reported at once.
  // A misspelled variable may be why another one is missing.
  for (const words of variableAdvice()) console.warn(words);
  checkConfiguration();
  if (servesPages) {
    await progress.step('Web app', async () => (development ? 'built as you go' : ensureWeb()));
  }
  const advice = nodeVersionAdvice();
  if (advice !== undefined) console.warn(advice);
  if (role !== undefined) {
    const { serveRole } = await import('../../.build/serve-role.mjs');
    await serveRole({ role, progress });
  } else await serve({ development, progress, setState: (state) => lock?.setState(state) });
  // Its stop signals are listened to, but nothing is left to do.
  if (role === 'migrate' || role === 'plan') process.exit(0);
}

function stepsOf(role, isEmbedded) {
  if (role === undefined) return ownSteps + (isEmbedded ? 3 : 2);
  return role === 'web' ? ownSteps + 2 : ownSteps;
}
