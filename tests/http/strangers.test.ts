import { beforeAll, expect, test } from 'vitest';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { withApp } from '../support/app/app';
import { sendRaw } from '../support/app/http';
import { createOrganizations, ORG_A } from '../support/things/organizations';

withApp({
  REQUEST_BURST: '100000',
  REQUESTS_PER_SECOND: '100000',
  SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
  DIAGNOSTICS_PER_MINUTE: '100000',
});

beforeAll(createOrganizations);

/** Just below what a caller may send who hasn't signed in. */
const MOST = 65_000;
const LARGEST_ANSWER = 20_000;
/** Five milliseconds, on a machine half as fast. */
const MOST_MS = 10;
/** One of these has to be cheap: other things happen in this process too, but not all the time. */
const TRIES = 200;

const filled = (one: (at: number) => string, open: string, close: string): string => {
  let text = open;
  for (let at = 0; text.length < MOST - 100; at += 1) text += (at === 0 ? '' : ',') + one(at);
  return text + close;
};

const bodies: Record<string, string> = {
  'unknown keys': filled((at) => `"${at}":1`, '{', '}'),
  'one long key': `{"${'x'.repeat(MOST - 100)}":1}`,
  'nested lists': '['.repeat(MOST / 2) + ']'.repeat(MOST / 2),
  'a list of objects': filled(() => '{}', '[', ']'),
  'no JSON': '{'.repeat(MOST),
};

const isOpen = ({ permission }: AnyOperation): boolean =>
  permission.needs === 'nothing' || (permission.needs === 'command' && permission.action === 'command.see');

const pathOf = ({ path }: AnyOperation): string => path.replace('{orgId}', ORG_A).replace(/\{\w+\}/g, '1');

const cases = operations
  .filter((operation) => isOpen(operation) && operation.answer.kind !== 'events')
  .flatMap((operation): [string, AnyOperation, string | undefined][] =>
    operation.method === 'GET'
      ? [[operation.id, operation, undefined]]
      : Object.entries(bodies).map(([name, body]) => [`${operation.id} with ${name}`, operation, body]),
  );

test.each(cases)('S76 %s costs little, without an account', async (_name, operation, body) => {
  const target = pathOf(operation);
  const ask = async () => {
    const response = await sendRaw(operation.method, target, {
      ...(body === undefined ? {} : { body }),
      headers: { 'x-forwarded-for': '192.0.2.7', 'accept-encoding': 'gzip' },
    });
    return (await response.arrayBuffer()).byteLength;
  };
  // Loads what answers it, and makes what is made once.
  const sizeBytes = await ask();
  const { answer } = operation;
  if (answer.kind !== 'json' || !answer.isConstant) expect(sizeBytes).toBeLessThan(LARGEST_ANSWER);
  let leastMs = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES && leastMs >= MOST_MS; time += 1) {
    const before = process.cpuUsage();
    await ask();
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  expect(leastMs).toBeLessThan(MOST_MS);
});
