import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Calls } from './calls';
import { dumpWorkspace } from './dump';
import { fillIdentity } from './fill/identity';
import { fillMail } from './fill/mail';
import { deleteAfterRuns, fillOrganization } from './fill/organization';
import { fillEndedRuns, fillOpenRuns } from './fill/runs';
import { fillStores } from './fill/stores';
import { makeCommands } from './make-commands';
import { recordAnswers } from './record-answers';
import { startWorkspace } from './workspace';

// Records a workspace of this version: npm run upgrade:record -- 2026-11-22

const [name] = process.argv.slice(2);
if (name === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(name)) {
  console.error('Say which release is recorded, by its day: npm run upgrade:record -- 2026-11-22');
  process.exit(1);
}
const folder = join('tests', 'upgrade', name);
const workspace = await startWorkspace();
try {
  const calls = new Calls(workspace);
  await workspace.startWeb();
  await workspace.startWorker();
  const command = await makeCommands(workspace, calls);
  await fillOrganization(calls, command);
  await fillIdentity(workspace, calls, command);
  await workspace.stopWorker();
  const job = await fillEndedRuns(workspace, calls, command);
  await fillStores(workspace, calls, command);
  await deleteAfterRuns(calls, command);
  await fillMail(workspace, calls, command);
  await fillOpenRuns(workspace, calls, command, job);
  for (const part of ['rows', 'results']) await rm(join(folder, part), { recursive: true, force: true });
  await dumpWorkspace(workspace, folder);
  // Its rows can be read only now.
  const { releaseNamed } = await import('../releases');
  await recordAnswers(workspace, releaseNamed(name));
} finally {
  await workspace.stop();
}
