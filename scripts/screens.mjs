// npm run screens: pictures of every screen of a running Pushboard in demo mode, into .screens/, for
// looking at them. Words after it name the screens one wants; SCREENS_URL names another address.

import { findChromium } from './support/chromium.mjs';
import { runWithOutput } from './support/run-with-output.mjs';

const chromium = await findChromium();
await runWithOutput(
  'screens',
  ['node_modules/tsx/dist/cli.mjs', 'tests/screens/main.ts', ...process.argv.slice(2)],
  chromium ? { CHROMIUM_PATH: chromium } : {},
);
