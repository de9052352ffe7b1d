import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { callApp, connectSource, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { manyRoutines } from './support/many-routines';

const ROUTINES = 1000;

const found = z.object({ added: z.array(z.object({ cloud_id: z.string() })) });
const committed = z.object({
  commits: z.array(z.object({ cloud_id: z.string(), error: z.string().nullable() })),
});

/** How long it takes to list a large database, and to add everything in it as commands. */
export async function benchDiscovery(): Promise<void> {
  const app = await startBenchApp(manyRoutines(ROUTINES));
  const post = (path: string, body: unknown) => callApp(app.origin, 'POST', `/${SANDBOX}/${path}`, body);
  try {
    const credsId = await connectSource(app.origin, app.sourceUrl);
    const look = async () => found.parse(await post('find-additions', { credsId })).added;
    const first = await timed(look);
    const again = await timed(look);
    const rows = first.answer.map(({ cloud_id: cloudId }) => ({ cloudId, credsId, commitType: 'addition' }));
    // One bad row in the middle, which must not stop the others.
    rows.splice(500, 0, { cloudId: `db::postgres::${credsId}::gone()`, credsId, commitType: 'addition' });
    const commit = await timed(async () => committed.parse(await post('batch-commit', rows)));
    const failed = commit.answer.commits.filter(({ error }) => error !== null);
    console.log(`\nA database with ${first.answer.length} functions and procedures`);
    console.log(`find-additions, first look     ${seconds(first.tookMs)}`);
    console.log(`find-additions, second look    ${seconds(again.tookMs)}`);
    console.log(
      `batch-commit of ${rows.length} rows     ${seconds(commit.tookMs)}, ${failed.length} refused`,
    );
    for (const { cloud_id, error } of failed) console.log(`  ${cloud_id}: ${error}`);
  } finally {
    await app.stop();
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const startedAtMs = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - startedAtMs };
}

const seconds = (tookMs: number): string => `${(tookMs / 1000).toFixed(2).padStart(7)} s`;
