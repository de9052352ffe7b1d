// npm run screens: saves screenshots of every screen of a running Pushboard in demo mode to .screens/. Arguments choose
// screens by name; SCREENS_URL sets another address.

import { runWithOutput } from './building/run-with-output.mjs';
import { findChromium } from './testing/chromium.mjs';

const chromium = await findChromium();
await runWithOutput(
  'screens',
  ['node_modules/tsx/dist/cli.mjs', 'tests/screens/main.ts', ...process.argv.slice(2)],
  chromium ? { CHROMIUM_PATH: chromium } : {},
);
