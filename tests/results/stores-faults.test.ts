import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { azureStore } from '@/server/stores/azure-store';
import { s3Store } from '@/server/stores/s3-store';
import { type ResultStore, StoreFault } from '@/server/stores/store';
import { startHttpDouble } from '../support/doubles/http-double';
import { type Fault, S3Double } from '../support/doubles/stores/s3-double';

type Answer = Parameters<typeof startHttpDouble>[0];

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

const s3 = new S3Double('key-id', 'the secret');
let store: ResultStore;
/** Gives up early on a bucket that doesn't answer. */
let impatient: ResultStore;
let endpoint: string;

const settings = (secretAccessKey: string) => ({
  kind: 's3' as const,
  endpoint,
  region: 'eu-central-1',
  bucket: 'results',
  prefix: 'of one/',
  accessKeyId: 'key-id',
  secretAccessKey,
});

beforeAll(async () => {
  endpoint = await s3.start();
  store = await s3Store(settings('the secret'));
  impatient = await s3Store(settings('the secret'), null, { answerMs: 5_000, takeMs: 500 });
});
afterAll(() => s3.stop());
beforeEach(() => {
  s3.objects.clear();
  s3.uploads.clear();
  s3.faultOf = () => null;
});

/** Writes a file of so many megabytes, in pieces. */
async function put(key: string, megabytes: number, into = store): Promise<void> {
  const writer = await into.write(key);
  try {
    for (let at = 0; at < megabytes; at += 1) await writer.write(MEGABYTE);
    await writer.finish();
  } finally {
    await writer.close();
  }
}

async function listed(prefix: string) {
  const found: object[] = [];
  for await (const file of store.list(prefix)) found.push(file);
  return found;
}

async function bytesOf(key: string, start: number, end: number): Promise<number> {
  let count = 0;
  for await (const piece of store.read(key, start, end)) count += piece.length;
  return count;
}

it('signs what it sends, in pieces, and reads ranges of it', async () => {
  await put('a/1.jsonl', 20);
  expect(s3.objects.get('of one/a/1.jsonl')?.length).toBe(20 * MEGABYTE.length);
  expect(await store.sizeOf('a/1.jsonl')).toBe(20 * MEGABYTE.length);
  expect(await bytesOf('a/1.jsonl', 5, 1005)).toBe(1000);
  expect(await listed('a/')).toEqual([{ key: 'a/1.jsonl', sizeBytes: 20 * MEGABYTE.length }]);
  await store.delete('a/1.jsonl');
  expect([s3.objects.size, await store.sizeOf('a/1.jsonl')]).toEqual([0, null]);
  expect(s3.refusedSignatures).toBe(0);
});

it('S52 a wrong secret is refused, and the error holds no secret', async () => {
  const other = await s3Store(settings('a wrong secret'));
  const thrown = await put('a/2.jsonl', 1, other).catch((error) => error);
  expect(thrown).toBeInstanceOf(StoreFault);
  expect(thrown.message).toBe('The S3 store refused the access key.');
  expect(s3.refusedSignatures).toBeGreaterThan(0);
  expect(s3.objects.size).toBe(0);
});

describe('a fault in the middle of a write ends as a clear error and leaves nothing behind', () => {
  const faults: Fault[] = ['close', 'hang', 'full', 'error'];
  it.each(faults)('%s, at its second part', async (fault) => {
    s3.faultOf = ({ part }) => (part === 2 ? fault : null);
    const into = fault === 'hang' ? impatient : store;
    const thrown = await put('a/3.jsonl', 40, into).catch((error) => error);
    expect(thrown).toBeInstanceOf(StoreFault);
    expect(thrown.message).toMatch(
      /^The S3 store (does not answer|can't be reached|answered with status 50[07])\.$/,
    );
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it.each(['error', 'error in a good answer', 'close'] as const)('%s, at its end', async (fault) => {
    s3.faultOf = ({ action }) => (action === 'complete' ? fault : null);
    await expect(put('a/4.jsonl', 20)).rejects.toBeInstanceOf(StoreFault);
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });

  it('also of one that is given up', async () => {
    const writer = await store.write('a/5.jsonl');
    for (let at = 0; at < 20; at += 1) await writer.write(MEGABYTE);
    await writer.close();
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0]);
  });
});

it('a fault that passes is tried again', async () => {
  let left = 1;
  s3.faultOf = ({ part }) => (part === 1 && left-- > 0 ? 'error' : null);
  await put('a/6.jsonl', 20);
  expect(s3.objects.get('of one/a/6.jsonl')?.length).toBe(20 * MEGABYTE.length);
});

it('a read that breaks off is an error, not a short file', async () => {
  await put('a/7.jsonl', 4);
  s3.faultOf = ({ action }) => (action === 'get' ? 'cut' : null);
  await expect(bytesOf('a/7.jsonl', 0, 4 * MEGABYTE.length)).rejects.toBeInstanceOf(StoreFault);
});

describe('the first error is the one that people read', () => {
  it('also if the parts can’t be taken back', async () => {
    s3.faultOf = ({ part, action }) => (part === 2 ? 'full' : action === 'abort' ? 'error' : null);
    await expect(put('a/8.jsonl', 40)).rejects.toThrow('The S3 store answered with status 507.');
  });

  it.each([
    ['expired', 'The S3 store says that the access key has expired.'],
    ['other time', /^The S3 store refuses requests because its clock and this server's differ\.$/],
  ] as const)('%s, and that it won’t pass by itself', async (fault, message) => {
    s3.faultOf = () => fault;
    const calls = [
      () => put('a/9.jsonl', 1),
      () => store.sizeOf('a/9.jsonl'),
      () => bytesOf('a/9.jsonl', 0, 10),
      () => store.delete('a/9.jsonl'),
    ];
    for (const call of calls) {
      const thrown = await call().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(StoreFault);
      expect(thrown).toMatchObject({ message: expect.stringMatching(message), mayPass: false });
    }
  });

  it('of a server that is busy, it may', async () => {
    s3.faultOf = () => 'error';
    await expect(store.sizeOf('a/9.jsonl')).rejects.toMatchObject({ mayPass: true });
  });
});

it('a line that takes a part slowly has all the time it needs, as long as bytes move', async () => {
  s3.faultOf = ({ part }) => (part === 1 ? 'slow' : null);
  // The part takes several times as long as the store may be silent.
  const unhurried = await s3Store(settings('the secret'), null, { answerMs: 5_000, takeMs: 1_000 });
  await put('a/10.jsonl', 10, unhurried);
  expect(s3.objects.get('of one/a/10.jsonl')?.length).toBe(10 * MEGABYTE.length);
});

/** Takes what is sent a piece at a time, with pauses. */
async function takeSlowly(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _ of request) await new Promise((resolve) => setTimeout(resolve, 40));
  response.writeHead(201).end();
}

it('so it is with blocks of Azure Blob Storage', async () => {
  const double = await startHttpDouble((request, response) => void takeSlowly(request, response));
  const place = { kind: 'azure' as const, accountUrl: double.origin, container: 'results', sas: 'sig=x' };
  const azure = await azureStore(place, { limits: { answerMs: 5_000, takeMs: 1_000 } });
  await put('a/11.jsonl', 5, azure);
  const blocks = double.received.filter((line) => line.includes('comp=block&'));
  expect(blocks).toHaveLength(2);
  // The service itself is told no limit for a block.
  expect(blocks.join()).not.toContain('timeout=');
  await double.close();
});

describe('Azure Blob Storage refuses', () => {
  const refusal: Answer = (_, response) => response.writeHead(403).end();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  async function refused(sas: string, answer: Answer = refusal): Promise<unknown> {
    const double = await startHttpDouble(answer);
    const azure = await azureStore({ kind: 'azure', accountUrl: double.origin, container: 'results', sas });
    const thrown = await azure.sizeOf('a').catch((error: unknown) => error);
    await double.close();
    return thrown;
  }

  it.each([
    ['that has expired', `se=${ago(60).toISOString()}&sig=x`, /expired on \d{4}-/],
    [
      'that isn’t valid yet',
      `st=${ago(-60).toISOString()}&sig=x`,
      /is valid from \d{4}-.* set this server's clock/,
    ],
    [
      'that is wrong',
      `se=${ago(-60).toISOString()}&sig=x`,
      /^Azure Blob Storage refused the shared access signature\.$/,
    ],
  ])('a signature %s, and says so', async (_, sas, message) => {
    expect(await refused(sas)).toMatchObject({ message: expect.stringMatching(message), mayPass: false });
  });

  it('requests because of its clock', async () => {
    const date = ago(-90).toUTCString();
    const thrown = await refused('sig=x', (_, response) => response.writeHead(403, { date }).end());
    expect(thrown).toMatchObject({
      message: expect.stringMatching(/its clock and this server's differ by (89|90) minutes/),
      mayPass: false,
    });
  });
});
