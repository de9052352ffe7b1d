import { findChromium } from './chromium.mjs';
import { installPackage, mayInstall, onPath, updatePackages } from './debian-packages.mjs';
import { runProgram } from './stage-program.mjs';

/** The folder where the stages write their counts. */
export const reports = {
  unit: '.build/reports/unit.json',
  node: '.build/reports/node.json',
  'node-quick': '.build/reports/node-quick.json',
  pages: '.build/reports/pages.json',
  journeys: '.build/reports/journeys.json',
  faults: '.build/reports/faults.json',
};

/**
 * Test files that only `npm run test:long` runs: they move large values, start whole programs, or wait for what takes its
 * time, and other files hold the same promises at a smaller size.
 */
export const longFiles = [
  'tests/commands/inputs/own-inputs-uploads.test.ts',
  'tests/connectors/aws/state-machines.test.ts',
  'tests/connectors/mssql/large-results.test.ts',
  'tests/connectors/postgres/huge-values.test.ts',
  'tests/connectors/postgres/memory.test.ts',
  'tests/connectors/postgres/pooler.test.ts',
  'tests/faults/aws.test.ts',
  'tests/faults/database.test.ts',
  'tests/faults/disk.test.ts',
  'tests/faults/elsewhere.test.ts',
  'tests/faults/mail.test.ts',
  'tests/faults/scripts.test.ts',
  'tests/faults/several-webs.test.ts',
  'tests/faults/sync.test.ts',
  'tests/http/real-proxies.test.ts',
  'tests/people/directory/directory-requests.test.ts',
  'tests/results/large-results.test.ts',
  'tests/results/stores-azure.test.ts',
  'tests/results/stores-faults.test.ts',
  'tests/results/stores-s3.test.ts',
  'tests/runs/elsewhere.test.ts',
  'tests/runs/memory.test.ts',
  'tests/runs/run-limits.test.ts',
  'tests/scripts/embedded-roles.test.ts',
  'tests/scripts/sample-api.test.ts',
  'tests/scripts/sample-role.test.ts',
  'tests/scripts/schema-owner.test.ts',
  'tests/scripts/worker-process.test.ts',
  'tests/sources/given/import-notes.test.ts',
  'tests/sources/imported-operations.test.ts',
  'tests/sources/postman/runtime.test.ts',
  'tests/sources/sample-api.test.ts',
  'tests/sources/sync-documents.test.ts',
  'tests/sources/sync-random.test.ts',
  'tests/sources/upload-places.test.ts',
  'tests/upgrade/2026-11-22/upgrade.test.ts',
  'tests/upgrade/version-before.test.ts',
];

/** More files with Postgres that `npm test -- quick` leaves out: they take more than three seconds. */
export const slowFiles = [
  'tests/access/commands-list.test.ts',
  'tests/access/explain-access.test.ts',
  'tests/access/explain-folder-access.test.ts',
  'tests/access/walks/access-walk.test.ts',
  'tests/access/walks/every-change.test.ts',
  'tests/access/walks/token-walk.test.ts',
  'tests/automation/schedules/auto-runs.test.ts',
  'tests/automation/schedules/firing.test.ts',
  'tests/automation/webhooks/processes.test.ts',
  'tests/commands/outputs/masks.test.ts',
  'tests/connectors/aws/aws-role.test.ts',
  'tests/connectors/mssql/product.test.ts',
  'tests/connectors/postgres/names.test.ts',
  'tests/connectors/postgres/round-trip.test.ts',
  'tests/connectors/postgres/sessions.test.ts',
  'tests/connectors/postgres/values.test.ts',
  'tests/connectors/rest/faults.test.ts',
  'tests/http/fuzz.test.ts',
  'tests/messages/mail-server.test.ts',
  'tests/people/sign-in/hosted-faults.test.ts',
  'tests/people/sign-in/hosted-sign-in.test.ts',
  'tests/people/sign-in/lying-providers.test.ts',
  'tests/people/sign-in/other-issuers.test.ts',
  'tests/people/sign-in/required-issuer.test.ts',
  'tests/people/sign-in/sign-in-log.test.ts',
  'tests/programs/calls.test.ts',
  'tests/programs/command-line.test.ts',
  'tests/programs/confirmation-uses.test.ts',
  'tests/programs/confirmations.test.ts',
  'tests/results/everywhere/everywhere.test.ts',
  'tests/results/leftovers.test.ts',
  'tests/results/own-folder.test.ts',
  'tests/runs/approvals.test.ts',
  'tests/runs/history/common-values.test.ts',
  'tests/runs/lost-access.test.ts',
  'tests/runs/outages/cut-connections.test.ts',
  'tests/runs/outages/recovery.test.ts',
  'tests/runs/outages/shutdown.test.ts',
  'tests/runs/outages/silent-database.test.ts',
  'tests/scripts/installation/backup.test.ts',
  'tests/scripts/installation/copies.test.ts',
  'tests/scripts/installation/preparing.test.ts',
  'tests/scripts/installation/process-roles.test.ts',
  'tests/scripts/installation/two-starts.test.ts',
  'tests/scripts/installation/waiting-server.test.ts',
  'tests/sources/api-schemes.test.ts',
  'tests/sources/fuzz/descriptions.test.ts',
  'tests/sources/given/imports.test.ts',
  'tests/sources/sync-renamed.test.ts',
  'tests/sources/sync-routines.test.ts',
  'tests/sources/sync.test.ts',
  'tests/upgrade/2026-11-23/upgrade.test.ts',
];

/**
 * The stages of `npm test` by name, as in `npm test -- unit`. A stage starts as soon as the stages in `after` have
 * passed, if they run at all; what it `needs` runs even if nobody asked for it. Few stages run at once, for two cores:
 * those that wait a lot run next to those that don't.
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
    // Several checkers each look at what they share: on two cores they take twice the processor time, and end no sooner.
    run: program('tsc', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--singleThreaded']),
  },
  imports: {
    title: 'Who imports whom, and the floor plan',
    after: ['lint'],
    run: program('The imports', ['scripts/rooms.mjs']),
  },
  // It regenerates the types of routes, which must not vanish during the type check.
  build: { title: 'Build', after: ['types'], run: program('The build', ['scripts/build.mjs']) },
  unit: { title: 'Tests of pure code', after: ['imports'], run: vitest('unit') },
  // While others compute, this waits for a network.
  interpreters: { title: 'What scripts run with', after: [], run: interpreters },
  // Next to the build, both would take half as much processor time again, and the fault tests would start last.
  node: {
    title: 'Tests with Postgres',
    after: ['unit', 'build', 'interpreters'],
    needs: ['interpreters'],
    run: vitest('node'),
  },
  'node-quick': {
    title: 'Quick tests with Postgres',
    after: ['unit'],
    run: vitest('node', { report: 'node-quick', without: slowFiles }),
  },
  faults: {
    title: 'Processes killed at random moments',
    after: ['build'],
    needs: ['build'],
    // A process that is killed hundreds of times logs many errors; they matter only if a test fails.
    run: vitest('faults', { more: ['--silent=passed-only'] }),
  },
  // They keep two cores busy by themselves.
  pages: {
    title: 'Pages without a browser',
    after: ['unit', 'node', 'node-quick', 'build'],
    run: vitest('pages'),
  },
  browser: { title: 'Browser', after: ['types'], run: browser },
  // Four browsers with a workspace each use two whole cores.
  journeys: {
    title: 'Journeys in a browser',
    after: ['node', 'node-quick', 'faults', 'pages', 'build', 'browser'],
    needs: ['build', 'browser'],
    run: journeys,
  },
};

/** The word among the names of stages with which they go to their end. */
export const LONG = 'long';
/** The stages that run if no name is given. */
export const everything = ['lint', 'types', 'imports', 'unit', 'node', 'faults', 'pages', 'journeys'];
/** Several stages by one name. */
export const groups = { quick: ['lint', 'types', 'imports', 'unit', 'node-quick'] };

function program(title, args) {
  return (options) => runProgram(title, args, options);
}

/** A stage of one of vitest's projects. Files that take long run only if the whole run goes to its end. */
function vitest(project, { report = project, without = [], more = [] } = {}) {
  return ({ variables, ...options }) => {
    const left = variables.TESTS_LONG ? without : [...without, ...longFiles];
    return runProgram(
      'vitest',
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reports[report]}`,
        ...left.map((file) => `--exclude=${file}`),
        ...more,
      ],
      { ...options, variables },
    );
  };
}

/** Installs the sandbox and the interpreters for scripts. Where that can't be done, their tests say that they didn't run. */
async function interpreters({ write }) {
  const missing = ['bubblewrap', 'python3', 'python3-pip', 'r-base-core'].filter(
    (_, at) => !onPath(['bwrap', 'python3', 'pip3', 'Rscript'][at]),
  );
  if (missing.length > 0 && mayInstall()) {
    await updatePackages()
      .then(() => installPackage(...missing))
      .catch((error) => write(`      ${error.message.split('\n').at(-1)}\n`));
  }
  for (const name of ['bwrap', 'python3', 'pip3', 'Rscript'])
    write(`      ${name}: ${onPath(name) ?? 'not installed'}\n`);
}

async function browser({ write }) {
  write(`      ${(await findChromium()) ?? 'the one that Playwright keeps'}\n`);
}

/**
 * Four complete Pushboards, each with a free port and an empty data folder, and a browser for each. Journeys with the tag
 * `@long` run only if the whole run goes to its end.
 */
async function journeys({ variables, ...options }) {
  const chromium = await findChromium();
  const which = variables.TESTS_LONG ? [] : ['--grep-invert=@long'];
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...which];
  await runProgram('playwright', args, {
    ...options,
    variables: {
      ...variables,
      PLAYWRIGHT_JSON_OUTPUT_NAME: reports.journeys,
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    },
  });
}
