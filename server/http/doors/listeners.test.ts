import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { listCommands } from '@/lib/contract/library/commands';
import { forgetProcessWide } from '@/server/base/process-wide';
import { whenClosed } from '@/server/http/responses/when-closed';
import { answerDirectly, openApiDoor } from './api-door';
import { giveBackWhenRendered } from './page-door';
import { slowReaders } from './slow-readers';

afterEach(() => {
  vi.restoreAllMocks();
  forgetProcessWide();
});

const warnings: string[] = [];
const onWarning = ({ name }: Error): void => void warnings.push(name);

/** Sends one response to a caller that takes it piece by piece. Returns what Node.js warned of, and the bytes that came. */
async function taken(
  encoding: string,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ warned: string[]; bytes: number }> {
  warnings.length = 0;
  process.on('warning', onWarning);
  const server = createServer(respond).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const asked = get({ port, path: '/api/v1/acme/skinny-kits', headers: { 'accept-encoding': encoding } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const piece of answer) {
      bytes += piece.length;
      await turn();
    }
    await turn();
    return { warned: [...warnings], bytes };
  } finally {
    process.off('warning', onWarning);
    server.close();
  }
}

const PIECES = 300;
const PIECE_BYTES = 60_000;

/** A body that no compression makes smaller, so that its caller is waited for again and again. */
function pieces(onPiece: () => void): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      onPiece();
      if (sent === PIECES) return controller.close();
      sent += 1;
      controller.enqueue(crypto.getRandomValues(new Uint8Array(PIECE_BYTES)));
    },
  });
}

test.each(['gzip', 'identity'])(
  'S78 waiting for a reader adds no listeners to a response: %s',
  async (encoding) => {
    const counts = new Set<number>();
    let response: ServerResponse | undefined;
    openApiDoor(listCommands, async () => {
      const body = pieces(() => counts.add(response?.listenerCount('close') ?? 0));
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    });
    const { warned, bytes } = await taken(encoding, (request, given) => {
      response = given;
      slowReaders().watch(given);
      expect(answerDirectly(request, given)).toBe(true);
    });
    expect(bytes).toBeGreaterThanOrEqual(PIECES * PIECE_BYTES);
    expect(warned).toEqual([]);
    // Those before the first piece, and those from then on.
    expect(counts.size).toBeLessThanOrEqual(2);
    expect(Math.max(...counts)).toBeLessThan(6);
  },
);

test('all that wait for the end of a page share one listener', async () => {
  const over: string[] = [];
  const { warned } = await taken('identity', (_, response) => {
    slowReaders().watch(response);
    whenClosed(response, () => over.push('measured'));
    whenClosed(response, () => over.push('left'));
    giveBackWhenRendered(response, { rendered: () => {}, sent: () => over.push('sent') });
    expect(response.listenerCount('close')).toBe(1);
    response.end('page');
  });
  await expect.poll(() => over).toEqual(['measured', 'left', 'sent']);
  expect(warned).toEqual([]);
});
