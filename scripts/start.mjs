// npm start: from a bare clone to a running Pushboard. Only what Node.js itself brings may be imported here,
// since nothing else is installed yet; and nothing before its version is known.

import { nodeVersionError } from './support/check-node.mjs';

const complaint = nodeVersionError();
if (complaint) {
  console.error(`\n${complaint}\n`);
  process.exit(1);
}
const { exitWith } = await import('./support/start-error.mjs');
const { start } = await import('./support/start-up.mjs');
await start().catch(exitWith);
