import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send, sendRaw } from '../support/app/http';
import { executeWaiting } from '../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';

withApp();

const GROUP = 'group-2';
const PERSON = people.member;

let command: MadeCommand;
let folderId: number;

beforeAll(async () => {
  await createOrganizations();
  ({ command, folderId } = await createGrantedCommands());
  await prisma().group.create({ data: { orgId: ORG_A, groupId: GROUP, name: 'Finance' } });
});

/** Sends one request as the organization's admin, which must succeed. */
async function ask(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<void> {
  const { status } = await send(method, `/${ORG_A}${path}`, {
    as: people.orgAdmin,
    ...(body === undefined ? {} : { body }),
  });
  expect(status, `${method} ${path}`).toBeLessThan(300);
}

const kit = () => `/kits/${command.commandId}`;
const folder = () => `/directories/${folderId}`;
const shareWith = { recipients: [{ userId: PERSON }], skipTheSending: true };
const shareWithGroup = { groups: [{ groupId: GROUP }] };
const join = () => ask('POST', `/groups/${GROUP}/members`, { userIds: [PERSON] });
const leave = () => ask('DELETE', `/groups/${GROUP}/members/${PERSON}`);

interface Way {
  name: string;
  give: () => Promise<void>;
  lose: () => Promise<void>;
  /** Restores the rest for the next test. */
  after?: () => Promise<void>;
}

const ways: Way[] = [
  {
    name: 'their own grant',
    give: () => ask('POST', `${kit()}/share`, shareWith),
    lose: () => ask('DELETE', `/can/${PERSON}/access/kit/${command.commandId}`),
  },
  {
    name: "a group's grant",
    give: async () => {
      await join();
      await ask('POST', `${kit()}/share`, shareWithGroup);
    },
    lose: () => ask('DELETE', `/can/group/${GROUP}/access/kit/${command.commandId}`),
    after: leave,
  },
  {
    name: 'their place in a group',
    give: async () => {
      await join();
      await ask('POST', `${kit()}/share`, shareWithGroup);
    },
    lose: leave,
    after: () => ask('DELETE', `/can/group/${GROUP}/access/kit/${command.commandId}`),
  },
  {
    name: 'their grant on the folder',
    give: () => ask('POST', `${folder()}/share`, shareWith),
    lose: () => ask('DELETE', `/can/${PERSON}/access/directory/${folderId}`),
  },
  {
    name: "a group's grant on the folder",
    give: async () => {
      await join();
      await ask('POST', `${folder()}/share`, shareWithGroup);
    },
    lose: () => ask('DELETE', `/can/group/${GROUP}/access/directory/${folderId}`),
    after: leave,
  },
  {
    name: 'the folder, which the command leaves',
    give: () => ask('POST', `${folder()}/share`, shareWith),
    lose: () => ask('PATCH', kit(), { directoryId: null }),
    after: async () => {
      await ask('PATCH', kit(), { directoryId: folderId });
      await ask('DELETE', `/can/${PERSON}/access/directory/${folderId}`);
    },
  },
  {
    name: 'their admin role in the organization',
    give: () => ask('PATCH', `/members/${PERSON}`, { role: 'admin' }),
    lose: () => ask('PATCH', `/members/${PERSON}`, { role: 'member' }),
  },
  {
    name: 'their membership',
    give: () => ask('POST', `${kit()}/share`, shareWith),
    lose: () => ask('PATCH', `/members/${PERSON}`, { isDeleted: true }),
    after: async () => {
      await ask('PATCH', `/members/${PERSON}`, { isDeleted: false });
      await ask('DELETE', `/can/${PERSON}/access/kit/${command.commandId}`);
    },
  },
  {
    name: 'the command, which its creator keeps to themselves',
    give: () => ask('POST', `${kit()}/share`, shareWith),
    lose: async () => {
      await send('PATCH', `/${ORG_A}${kit()}`, { as: people.creator, body: { visibility: 'justme' } });
    },
    after: async () => {
      await send('PATCH', `/${ORG_A}${kit()}`, { as: people.creator, body: { visibility: 'org' } });
      await ask('DELETE', `/can/${PERSON}/access/kit/${command.commandId}`);
    },
  },
];

/** Reads until a text and the end of its line have arrived; to the end for null. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  text: string | null,
): Promise<string> {
  let received = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    received += new TextDecoder().decode(part.value);
    if (text !== null && received.includes(text) && received.endsWith('\n\n')) break;
  }
  return received;
}

const open = async () =>
  (await send('GET', `/${ORG_A}/tiny-kits/${command.commandId}`, { as: PERSON })).status;

/** No worker serves the queue here, so queued runs wait until the test takes them. */
describe('S15 a person who loses', () => {
  it.each(ways)(
    '$name loses the command on the next request, on open streams and in the queue',
    async (way) => {
      expect(await open()).toBe(404);
      await way.give();
      expect(await open()).toBe(200);
      const queued = await createRun(command, PERSON);
      await startRun(command, queued, { amount: 1 }, PERSON);
      const followed = await createRun(command, PERSON);
      const stream = await sendRaw('GET', `/${ORG_A}/events?runs=${followed}`, { as: PERSON });
      const reader = stream.body?.getReader();
      expect(await readUntil(reader, 'event: status')).toContain('"starting"');

      await way.lose();
      expect(await open()).toBe(404);
      const startedAfter = await startRun(command, followed, { amount: 1 }, PERSON);
      expect(startedAfter.status).toBe(404);
      expect((await send('GET', `/${ORG_A}/skinny-runs/${queued}`, { as: PERSON })).status).toBe(404);
      // The stream sends nothing more and ends, though nothing has happened to the run.
      expect(await readUntil(reader, null)).not.toContain('event: status');
      expect(await executeWaiting()).toEqual([queued]);
      expect(await prisma().run.findUniqueOrThrow({ where: { runId: queued } })).toMatchObject({
        status: 'failed',
        endReason: 'refused',
        hasResult: false,
      });
      await way.after?.();
    },
  );
});
