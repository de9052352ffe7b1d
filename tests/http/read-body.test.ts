import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '@/lib/access/vocabulary';
import { boundedBytes, readJsonBody } from '@/server/http/requests/read-body';
import { withApp } from '../support/app/app';

withApp();

const dana: Actor = { kind: 'person', userId: 'dana' } as Actor;
const stranger: Actor = { kind: 'signedOut' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A request of JSON, whose body comes from `body`. */
const sent = (actor: Actor, body: string | ReadableStream) => ({
  request: new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit),
  actor,
  caller: actor.kind === 'person' ? actor.userId : 'address 192.0.2.1',
  places: [],
});

test('S77 a caller who has not signed in sends 64 kB at most', async () => {
  const large = JSON.stringify('x'.repeat(70_000));
  await expect(readJsonBody(sent(stranger, large))).rejects.toMatchObject({
    code: 'too_large',
    message: 'The request is larger than 65 kB. Sign in to send more.',
  });
  expect(await readJsonBody(sent(dana, large))).toHaveLength(70_000);
});

test('S77 a body that stops coming is given up', async () => {
  let isLeft = false;
  const stuck = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    cancel: () => {
      isLeft = true;
    },
  });
  const read = expect(readJsonBody(sent(dana, stuck))).rejects.toMatchObject({
    code: 'too_slow',
    status: 408,
  });
  await vi.advanceTimersByTimeAsync(30_000);
  await read;
  expect(isLeft).toBe(true);
});

test('S77 what is held counts until the request is over', async () => {
  const places: (() => void)[] = [];
  const million = 'x'.repeat(1_000_000);
  const one = () => boundedBytes({ ...sent(dana, million), places }, 2_000_000);
  const all = async () => {
    for (let count = 0; count < 1000; count += 1) await one();
  };
  await expect(all()).rejects.toMatchObject({ code: 'too_many_requests' });
  for (const giveBack of places) giveBack();
  expect(await one()).toHaveLength(1_000_000);
});

test('S88 JSON that is nested too deep is refused as what it is', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  await expect(readJsonBody(sent(dana, deep(200_000)))).rejects.toMatchObject({
    code: 'invalid',
    message: 'The body is nested deeper than 500 levels.',
  });
  expect(await readJsonBody(sent(dana, deep(400)))).toHaveLength(1);
});
