import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { signatureOf } from '@/server/base/secrets/sign-message';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import type { Received, Sent } from './web-process';

withApp({ WEBHOOK_DELIVERIES_PER_MINUTE: '1000' });

const PROCESSES = 2;
const DELIVERIES = 10;

let processes: ChildProcess[] = [];
let made: { url: string; secret: string };

beforeAll(async () => {
  await createOrganizations();
  const { command } = await createGrantedCommands();
  const amount = await prisma().commandInput.findFirstOrThrow({ where: { commandId: command.commandId } });
  const inputs = [{ legoInstanceInputId: amount.inputId, path: 'amount' }];
  const path = `/${ORG_A}/kits/${command.commandId}/webhooks`;
  const body = { name: 'Orders', inputs };
  made = (await send('POST', path, { as: people.engineer, body })).body as typeof made;
  const program = fileURLToPath(new URL('web-process.ts', import.meta.url));
  processes = Array.from({ length: PROCESSES }, () =>
    fork(program, { execArgv: ['--import', 'tsx'], env: process.env }),
  );
  await Promise.all(processes.map((each) => once(each, 'message')));
  // Each opens its connections, so that what follows arrives at the same moment.
  await Promise.all(processes.map((each) => receiveIn(each, signed('{}', { secret: 'wrong' }))));
});

afterAll(async () => {
  await Promise.all(
    processes.map(async (each) => {
      const ended = once(each, 'exit');
      each.disconnect();
      await ended;
    }),
  );
});

async function receiveIn(process: ChildProcess, sent: Sent): Promise<Received> {
  const answered = once(process, 'message');
  process.send(sent);
  const [received] = await answered;
  return received;
}

function signed(body: string, { secret = made.secret, name }: { secret?: string; name?: string }): Sent {
  return {
    url: made.url,
    body,
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/json',
      'pushboard-signature': signatureOf(secret, body, Date.now()),
      ...(name === undefined ? {} : { 'pushboard-delivery': name }),
    },
  };
}

it('S59 a delivery that several web processes get at the same moment starts one run', async () => {
  for (let at = 1; at <= DELIVERIES; at += 1) {
    // With a name and without: then its signature tells that it is the same.
    const sent = signed(JSON.stringify({ amount: at }), at % 2 === 0 ? { name: `order-${at}` } : {});
    const received = await Promise.all(processes.map((each) => receiveIn(each, sent)));
    expect(received.map(({ status }) => status)).toEqual(Array(PROCESSES).fill(202));
    expect(new Set(received.map(({ body }) => (body as { run_id: number }).run_id)).size).toBe(1);
    expect(await prisma().run.count({ where: { trigger: 'webhook' } })).toBe(at);
    const delivery = await prisma().webhookDelivery.findFirstOrThrow({
      orderBy: { webhookDeliveryId: 'desc' },
    });
    expect(delivery).toMatchObject({ state: 'started', attempts: PROCESSES });
  }
});
