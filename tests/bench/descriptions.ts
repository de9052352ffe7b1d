import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { API_BASE } from '@/lib/wire/url';
import { ADMIN, callApp, SANDBOX } from '../support/doubles/remote-app';
import { startBenchApp } from './support/bench-app';
import { largeDescription } from './support/large-description';

const ADDED = 1_000;

const uploaded = z.tuple([z.object({ creds_id: z.int(), operations: z.int(), error: z.null() })]);
const found = z.object({ added: z.array(z.object({ cloud_id: z.string() })) });
const committed = z.object({ commits: z.array(z.object({ error: z.string().nullable() })) });

/** How long it takes to upload, read, and list a large description, and to add a thousand of its operations. */
export async function benchDescriptions(): Promise<void> {
  const app = await startBenchApp('select 1');
  const post = (path: string, body: unknown) => callApp(app.origin, 'POST', `/${SANDBOX}/${path}`, body);
  try {
    const text = largeDescription();
    const upload = await timed(() => uploadTo(app.origin, text));
    const [{ creds_id: credsId, operations }] = upload.answer;
    const list = await timed(async () => found.parse(await post('find-additions', { credsId })).added);
    const rows = list.answer
      .slice(0, ADDED)
      .map(({ cloud_id: cloudId }) => ({ cloudId, credsId, commitType: 'addition' }));
    const commit = await timed(async () => committed.parse(await post('batch-commit', rows)));
    const failed = commit.answer.commits.filter(({ error }) => error !== null).length;
    console.log(
      `\nA description of ${(text.length / 1_000_000).toFixed(1)} MB with ${operations} operations`,
    );
    console.log(`uploaded and read              ${seconds(upload.tookMs)}`);
    console.log(`listed (find-additions)        ${seconds(list.tookMs)}`);
    console.log(`batch-commit of ${rows.length} rows     ${seconds(commit.tookMs)}, ${failed} refused`);
  } finally {
    await app.stop();
  }
}

async function uploadTo(origin: string, text: string) {
  const body = new FormData();
  body.append('file', new File([text], 'large.json'));
  const response = await fetch(`${origin}${API_BASE}/${SANDBOX}/openapi-upload`, {
    method: 'POST',
    headers: { 'X-Demo-User-Id': ADMIN },
    body,
  });
  return uploaded.parse(await response.json());
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const startedAtMs = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - startedAtMs };
}

const seconds = (tookMs: number): string => `${(tookMs / 1000).toFixed(2).padStart(7)} s`;
