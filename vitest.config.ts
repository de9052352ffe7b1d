import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Packages that import JSON in a way that Node.js doesn't know. */
const importsJson = ['@actions/workflow-parser'];

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    // The machines this runs on have two cores, and one Postgres serves every test.
    maxWorkers: 2,
    // What is waited for comes, however slow the machine.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{cli,lib,server,components}/**/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/support/setup/same-values.ts'],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          // Not by `exclude`, which would take the place of what a stage excludes.
          include: ['tests/!(faults|pages)/**/*.test.ts'],
          isolate: false,
          server: { deps: { inline: importsJson } },
          setupFiles: ['tests/support/setup/each-file.ts', 'tests/support/setup/same-values.ts'],
          globalSetup: ['tests/support/setup/programs.mjs', 'tests/support/setup/global-setup.ts'],
          // Generous: how long a test takes says nothing on a machine that has other things to do.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // They wait for Postgres, timers, and other processes for half of the time.
          maxWorkers: 4,
        },
      },
      {
        extends: true,
        resolve: {
          alias: ['navigation', 'headers', 'link'].map((name) => ({
            find: new RegExp(`^next/${name}(\\.js)?$`),
            replacement: `${root}tests/pages/support/next/${name}`,
          })),
        },
        test: {
          name: 'pages',
          include: ['tests/pages/**/*.test.ts'],
          isolate: false,
          // It asks `next/navigation` for the address.
          server: { deps: { inline: ['nuqs'] } },
          setupFiles: [
            'tests/pages/support/window.ts',
            'tests/pages/support/own-web.ts',
            'tests/support/setup/each-file.ts',
            'tests/support/setup/same-values.ts',
          ],
          globalSetup: ['tests/support/setup/global-setup.ts', 'tests/pages/support/sample-shop.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          server: { deps: { inline: importsJson } },
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
