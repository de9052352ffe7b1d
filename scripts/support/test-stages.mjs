import { findChromium } from './chromium.mjs';
import { runProgram } from './stage-program.mjs';

/** Where the stages leave their counts. */
export const reports = {
  unit: '.build/reports/unit.json',
  node: '.build/reports/node.json',
  'node-quick': '.build/reports/node-quick.json',
  journeys: '.build/reports/journeys.json',
  faults: '.build/reports/faults.json',
};

/** The files with Postgres that `npm test -- quick` leaves out: those that take more than three seconds. */
export const slowFiles = [
  'tests/access/access-walk.test.ts',
  'tests/access/commands-list.test.ts',
  'tests/access/explain-access.test.ts',
  'tests/access/explain-folder-access.test.ts',
  'tests/api/api-schemes.test.ts',
  'tests/api/imported-operations.test.ts',
  'tests/api/import-notes.test.ts',
  'tests/api/imports.test.ts',
  'tests/api/sample-api.test.ts',
  'tests/api/sync-documents.test.ts',
  'tests/api/sync.test.ts',
  'tests/api/upload-places.test.ts',
  'tests/connectors/postgres-huge-values.test.ts',
  'tests/connectors/postgres-names.test.ts',
  'tests/connectors/postgres-round-trip.test.ts',
  'tests/connectors/postgres-sessions.test.ts',
  'tests/connectors/postgres-values.test.ts',
  'tests/connectors/rest-faults.test.ts',
  'tests/connectors/sync-random.test.ts',
  'tests/connectors/sync.test.ts',
  'tests/runs/lost-access.test.ts',
  'tests/scripts/sample-api.test.ts',
];

/**
 * What `npm test` does, by the name one can ask for: `npm test -- unit`. A stage begins as soon as those that it comes
 * `after` have passed, where they run at all; what it `needs` runs even where nobody asked for it. Few are at
 * work at once, for two cores: whatever waits a lot stands beside what does not.
 */
export const stages = {
  lint: {
    title: 'Lint and format',
    after: [],
    run: program('biome', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
  },
  types: {
    title: 'Types',
    after: [],
    run: program('tsc', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.']),
  },
  imports: {
    title: 'Who imports whom',
    after: ['lint'],
    run: program('The imports', ['scripts/check-imports.mjs']),
  },
  unit: { title: 'Tests of pure code', after: ['imports'], run: vitest('unit') },
  node: { title: 'Tests with Postgres', after: ['unit'], run: vitest('node') },
  'node-quick': {
    title: 'Quick tests with Postgres',
    after: ['unit'],
    run: vitest('node', 'node-quick', ...slowFiles.map((file) => `--exclude=${file}`)),
  },
  // It writes the types of routes anew, which must not vanish under whoever checks types.
  build: { title: 'Build', after: ['types'], run: program('The build', ['scripts/build.mjs']) },
  faults: {
    title: 'Processes killed at random moments',
    after: ['build'],
    needs: ['build'],
    // Whoever is killed hundreds of times complains; it is of use where a test fails.
    run: vitest('faults', 'faults', '--silent=passed-only'),
  },
  browser: { title: 'Browser', after: ['types'], run: browser },
  // Two browsers with a workspace each leave nothing of two cores.
  journeys: {
    title: 'Journeys in a browser',
    after: ['node', 'node-quick', 'faults', 'build', 'browser'],
    needs: ['build', 'browser'],
    run: journeys,
  },
};

/** What runs without a name, and the names that stand for several stages. */
export const everything = ['lint', 'types', 'imports', 'unit', 'node', 'faults', 'journeys'];
export const groups = { quick: ['lint', 'types', 'imports', 'unit', 'node-quick'] };

function program(title, args) {
  return (options) => runProgram(title, args, options);
}

function vitest(project, report = project, ...more) {
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports[report]}`];
  return program('vitest', [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...output,
    ...more,
  ]);
}

async function browser({ write }) {
  write(`      ${(await findChromium()) ?? 'the one that Playwright keeps'}\n`);
}

/** Two whole Pushboards, each on a free port and with an empty data folder, and a person in front of each. */
async function journeys({ variables, ...options }) {
  const chromium = await findChromium();
  await runProgram('playwright', ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    ...options,
    variables: {
      ...variables,
      PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    },
  });
}
