// npm test: every kind of check, from a fresh clone. `npm test -- unit types` runs only those stages; `npm run test:long`
// runs all to their end.

import { nodeVersionError } from './starting/check-node.mjs';

const complaint = nodeVersionError();
if (complaint) {
  console.error(`\n${complaint}\n`);
  process.exit(1);
}
const { exitWith } = await import('./starting/start-error.mjs');
const { runTests } = await import('./testing/run-tests.mjs');
await runTests(process.argv.slice(2)).catch(exitWith);
