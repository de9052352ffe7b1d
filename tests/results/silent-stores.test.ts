import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { azureStore } from '@/server/stores/azure-store';
import type { StoreLimits } from '@/server/stores/patient-store';
import { s3Store } from '@/server/stores/s3-store';
import { putFile, type ResultStore, StoreFault } from '@/server/stores/store';
import { type SilentServer, startSilentServer } from '../support/doubles/silent-server';

/** Enough for a machine that is busy; what counts is that nothing waits for what never comes. */
const limits: StoreLimits = { answerMs: 300, takeMs: 300 };

let server: SilentServer;
beforeEach(async () => {
  server = await startSilentServer();
});
afterEach(() => server.close());

/** What the stores tell of their calls. */
class Told {
  answers = 0;
  faults: string[] = [];
  onAnswer = () => {
    this.answers += 1;
  };
  onFault = ({ message }: StoreFault) => {
    this.faults.push(message);
  };
}

const stores: Record<string, (origin: string, told: Told) => Promise<ResultStore>> = {
  'Azure Blob Storage': (accountUrl, told) =>
    azureStore(
      { kind: 'azure', accountUrl, container: 'results', sas: 'sv=1&sig=x' },
      { watch: told, limits },
    ),
  'The S3 store': (endpoint, told) => {
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const place = { endpoint, region: 'eu-central-1', bucket: 'results', prefix: '' };
    return s3Store({ kind: 's3', ...place, ...keys }, told, limits);
  },
};

async function first<T>(items: AsyncIterable<T>): Promise<T | null> {
  for await (const item of items) return item;
  return null;
}

const calls: Record<string, (store: ResultStore) => Promise<unknown>> = {
  'the size of a file': (store) => store.sizeOf('a'),
  'reading a file': (store) => first(store.read('a', 0, 10)),
  'deleting a file': (store) => store.delete('a'),
  'listing files': (store) => first(store.list('a')),
  'writing a file': (store) =>
    putFile(
      store,
      'a',
      (async function* () {
        yield 'result';
      })(),
    ),
};

describe.each(Object.entries(stores))('S81 %s that takes a connection and says nothing', (name, open) => {
  it.each(Object.entries(calls))('fails in time at %s, is noted, and keeps no socket', async (_, call) => {
    const told = new Told();
    const store = await open(server.origin, told);
    const thrown = await call(store).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(StoreFault);
    expect(thrown).toMatchObject({ message: `${name} does not answer.` });
    expect(server.accepted()).toBeGreaterThan(0);
    expect(told.faults).toContain(`${name} does not answer.`);
    expect(told.answers).toBe(0);
    await expect.poll(() => server.open()).toBe(0);
  });

  it('fails in time where nothing listens', async () => {
    const told = new Told();
    const { origin } = server;
    await server.close();
    const store = await open(origin, told);
    server = await startSilentServer();
    for (const call of Object.values(calls)) await expect(call(store)).rejects.toBeInstanceOf(StoreFault);
    expect(told.faults.length).toBeGreaterThanOrEqual(Object.keys(calls).length);
  });
});
