import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { API_BASE } from '@/lib/contract/url';
import { ADMIN, callApp, SANDBOX } from '../support/remote-app';
import { startBenchApp } from './bench-app';

const OPERATIONS = 1_250;
const DESCRIPTION_BYTES = 13_000_000;
const ADDED = 1_000;

const uploaded = z.tuple([z.object({ creds_id: z.int(), operations: z.int(), error: z.null() })]);
const found = z.object({ added: z.array(z.object({ cloud_id: z.string() })) });
const committed = z.object({ commits: z.array(z.object({ error: z.string().nullable() })) });

/** How long a large description takes to be uploaded, read and listed, and a thousand of its operations to be added. */
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

/** About as large, and as full of references, as the largest that are public. */
function largeDescription(): string {
  const prose =
    'What this means, and when one would want it, is said here at the length that such descriptions have. ';
  const schemas = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [
      `Thing${at}`,
      {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', format: 'int64', readOnly: true },
          name: { type: 'string', maxLength: 100, description: prose },
          state: { type: 'string', enum: ['open', 'closed', 'lost'] },
          since: { type: 'string', format: 'date-time' },
          tags: { type: 'array', items: { type: 'string' } },
          parent: { $ref: `#/components/schemas/Thing${(at * 7 + 1) % 400}` },
          others: { type: 'array', items: { $ref: `#/components/schemas/Thing${(at * 3 + 5) % 400}` } },
        },
      },
    ]),
  );
  const bytesOfAnswer = Math.floor(DESCRIPTION_BYTES / OPERATIONS) - 1_900;
  const example = { text: prose.repeat(Math.ceil(bytesOfAnswer / prose.length)) };
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, at) => [
      `/things${at}/{id}`,
      {
        put: {
          operationId: `put_thing_${at}`,
          summary: `Put thing ${at}`,
          description: prose.repeat(5),
          parameters: [
            { name: 'id', in: 'path', required: true, description: prose, schema: { type: 'integer' } },
            { name: 'page', in: 'query', description: prose, schema: { type: 'integer', default: 1 } },
            {
              name: 'sort',
              in: 'query',
              description: prose,
              schema: { type: 'string', enum: ['asc', 'desc'] },
            },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/Thing${at % 400}` } } },
          },
          responses: { 200: { description: 'ok', content: { 'application/json': { schema: {}, example } } } },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://large.example' }],
    paths,
    components: { schemas },
  });
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const startedAtMs = performance.now();
  const answer = await work();
  return { answer, tookMs: performance.now() - startedAtMs };
}

const seconds = (tookMs: number): string => `${(tookMs / 1000).toFixed(2).padStart(7)} s`;
