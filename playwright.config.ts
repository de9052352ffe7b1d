import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Run by `npm test -- journeys`, which picks the browser, and takes away what is left in TMPDIR.

const chromium = process.env.CHROMIUM_PATH;
// This file is read in every worker anew; they have the environment of the process that reads it first.
// Workspaces need not outlive the run: their databases stay in memory if there is room, like those of other tests.
process.env.JOURNEYS_DIR ??= join(
  process.env.TEST_DATABASES_DIR ?? tmpdir(),
  `pushboard-journeys-${randomUUID()}`,
);

export default defineConfig<object, { workspacesDir: string }>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // What fails once fails: a journey that needs a second try has a fault of its own.
  retries: 0,
  // Each has a workspace of its own (tests/e2e/support/workspace.ts), and runs one file after the other. Fewer would leave
  // two cores idle: each waits a third of the time for what it looks at.
  workers: 4,
  // Generous: how long something takes says nothing on a machine that has other things to do.
  timeout: 360_000,
  expect: { timeout: 60_000 },
  use: {
    workspacesDir: process.env.JOURNEYS_DIR,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Nothing fades in, so what is looked at is what is there.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A third of the machine's work, so for those who look for a fault: JOURNEYS_TRACE=1 npm test -- journeys.
    trace: process.env.JOURNEYS_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Optimizing compilers pay off for pages that stay open. These are left within seconds, and take an eighth less work
        // without them.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});
