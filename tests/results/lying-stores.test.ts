import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { azureStore } from '@/server/stores/azure-store';
import type { StoreLimits } from '@/server/stores/patient-store';
import { s3Store } from '@/server/stores/s3-store';
import { type ResultStore, StoreFault } from '@/server/stores/store';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';

const limits: StoreLimits = { answerMs: 5_000, takeMs: 5_000 };
const PIECE = Buffer.alloc(65_536, 'x');

let double: HttpDouble | null = null;
afterEach(async () => {
  await double?.close();
  double = null;
});

const stores: Record<string, (origin: string) => Promise<ResultStore>> = {
  azure: (accountUrl) =>
    azureStore({ kind: 'azure', accountUrl, container: 'results', sas: 'sv=1&sig=x' }, { limits }),
  s3: (endpoint) => {
    const place = { endpoint, region: 'eu-central-1', bucket: 'results', prefix: '' };
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
    return s3Store({ kind: 's3', ...place, ...keys }, null, limits);
  },
};

/** Sends until the other side has had enough. */
function flood(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(PIECE)) {
      // The socket takes more.
    }
    response.once('drain', more);
  };
  more();
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const rangeIs = (first: number, text: string): Answer => {
  const range = `bytes ${first}-${first + text.length - 1}/1000`;
  return (_, response) => {
    const headers = { 'content-range': range, 'content-length': text.length, etag: '"1"' };
    response.writeHead(206, headers).end(text);
  };
};

/** How a store lies to who reads ten bytes from the tenth on. */
const lies: Record<string, Answer> = {
  'ignores the range': (_, response) => response.writeHead(200, { etag: '"1"' }).end('0123456789'),
  'sends another range': rangeIs(0, '0123456789'),
  'sends more than that': rangeIs(10, '0123456789abc'),
  'sends less than that': rangeIs(10, '01234'),
  'never ends': (_, response) => {
    response.writeHead(206, { 'content-range': 'bytes 10-19/1000', etag: '"1"' });
    flood(response);
  },
  'leads to the metadata service': (_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'leads to itself': (request, response) =>
    response.writeHead(307, { location: `http://${request.headers.host}${request.url}` }).end(),
  'sends an error that never ends': (_, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    flood(response);
  },
};

describe.each(Object.entries(stores))('S36 a store that lies: %s', (_, open) => {
  it.each(Object.entries(lies))('%s', async (_name, answer) => {
    double = await startHttpDouble((request, response) => {
      response.on('error', () => undefined);
      answer(request, response);
    });
    const store = await open(double.origin);
    let bytes = 0;
    const read = async () => {
      for await (const piece of store.read('a', 10, 20)) bytes += piece.length;
    };
    await expect(read()).rejects.toBeInstanceOf(StoreFault);
    expect(bytes).toBeLessThanOrEqual(10);
  });
});
