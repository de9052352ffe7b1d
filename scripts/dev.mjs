// npm run dev: like npm start, but from the sources, reloading on changes.

import { nodeVersionError } from './starting/check-node.mjs';

const complaint = nodeVersionError();
if (complaint) {
  console.error(`\n${complaint}\n`);
  process.exit(1);
}
const { exitWith } = await import('./starting/start-error.mjs');
const { start } = await import('./starting/start-up.mjs');
await start({ development: true }).catch(exitWith);
