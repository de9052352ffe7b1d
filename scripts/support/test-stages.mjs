import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePrograms, ensureWeb } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { runAloud } from './run-aloud.mjs';

/** Where the stages leave their counts. */
export const reports = {
  unit: '.build/reports/unit.json',
  node: '.build/reports/node.json',
  journeys: '.build/reports/journeys.json',
  faults: '.build/reports/faults.json',
};

/** What `npm test` does, in order, by the name one can ask for: `npm test -- unit`. */
export const stages = {
  lint: {
    title: 'Lint and format',
    run: () => runAloud('biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  },
  types: {
    title: 'Types',
    run: () => runAloud('tsc', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
  },
  imports: { title: 'Who imports whom', run: () => runAloud('The imports', ['scripts/check-imports.mjs']) },
  unit: { title: 'Tests of pure code', run: () => vitest('unit') },
  node: { title: 'Tests with Postgres', run: () => vitest('node') },
  build: { title: 'Build', run: build },
  journeys: { title: 'Journeys in a browser', run: journeys },
  faults: { title: 'Processes killed at random moments', run: faults },
};

function vitest(project) {
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports[project]}`];
  return runAloud('vitest', ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...output]);
}

async function build() {
  await ensurePrograms();
  return ensureWeb();
}

/** Web processes, workers and Postgres as they are built, killed while people press Run. */
async function faults() {
  await build();
  return vitest('faults');
}

/** A whole Pushboard on a free port with an empty data folder of its own, and a person in front of it. */
async function journeys() {
  await build();
  const chromium = await findChromium();
  const dataFolder = mkdtempSync(join(tmpdir(), 'pushboard-journeys-'));
  // The embedded server's own user, where it is not ours, has to pass through.
  chmodSync(dataFolder, 0o755);
  try {
    await runAloud('playwright', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
      PORT: String(await freePort()),
      DATA_DIR: dataFolder,
      // The embedded server, whatever this machine is set up for otherwise.
      DATABASE_URL: '',
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    });
  } finally {
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
