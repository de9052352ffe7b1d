// npm start: from a fresh clone to a running Pushboard. This file may import only Node.js modules, since no packages
// are installed yet, and nothing at all before the version of Node.js is checked.

import { nodeVersionError } from './starting/check-node.mjs';

const complaint = nodeVersionError();
if (complaint) {
  console.error(`\n${complaint}\n`);
  process.exit(1);
}
const { exitWith } = await import('./starting/start-error.mjs');
const { start } = await import('./starting/start-up.mjs');
const { wantedRole } = await import('./starting/process-role.mjs');
try {
  await start({ role: wantedRole(process.argv.slice(2)) });
} catch (error) {
  exitWith(error);
}
