import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { API_BASE } from '@/lib/wire/url';
import { withClient } from '@/scripts/postgres/connect';
import { type Answer, type Ask, answerTo } from '../answers';
import type { Release } from '../release';
import { restoreDatabase, restoreResults } from '../restore';
import { TESTED } from '../sizes';
import { questionsFor } from './questions';
import type { Workspace } from './workspace';

/** Records this version's responses about its own workspace, restored and multiplied as the test does it. */
export async function recordAnswers(workspace: Workspace, release: Release): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushboard-answers-'));
  const url = new URL(workspace.databaseUrl);
  url.pathname = '/answers';
  await withClient(workspace.databaseUrl, (client) => client.query('create database answers'));
  try {
    await restoreDatabase(release, url.href);
    await restoreResults(release, dataDir);
    await withClient(url.href, (client) => release.multiply(client, TESTED, join(dataDir, 'results')));
    await workspace.startWeb({
      DATABASE_URL: url.href,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: release.manifest.encryptionKeys,
    });
    const ask: Ask = (as, path) =>
      fetch(`${workspace.origin}${API_BASE}${path}`, { headers: { 'x-demo-user-id': as } });
    const recordedRuns = await countLines(join(release.folder, 'rows', 'run.jsonl'));
    const questions = await withClient(url.href, (client) => questionsFor(client, ask, recordedRuns));
    const answers: Answer[] = [];
    for (const question of questions) answers.push(await answerTo(question, ask));
    const lines = answers.map((answer) => `${JSON.stringify(answer)}\n`);
    await writeFile(join(release.folder, 'answers.jsonl'), lines.join(''));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function countLines(path: string): Promise<number> {
  let count = 0;
  for await (const _ of createInterface({ input: createReadStream(path) })) count += 1;
  return count;
}
