import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';
import { send } from '../support/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/organizations';
import { people } from '../support/people';

withApp();

let command: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
  await prisma().command.update({ where: { commandId: command.commandId }, data: { visibility: 'public' } });
});

interface Detail {
  name: string;
  has_access: boolean;
  directory_id: number | null;
  cloud_name: string;
  anchor_ol: { cloud_id: string; cloud_name: string; source_name: string; run_creds_id: number | null };
}

const read = async (as?: string) =>
  (await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, as === undefined ? {} : { as }))
    .body as Detail;

describe('a public command', () => {
  it('S11 gives a signed-out visitor of pico-kits its id, name and visibility, and nothing else', async () => {
    const { status, body } = await send('GET', `/pico-kits/${command.commandId}`);
    expect(status).toBe(200);
    expect(body).toEqual({ kit_id: command.commandId, name: expect.any(String), visibility: 'public' });
  });

  it('S11 refuses a signed-out visitor its runs, its history and running it, with 401', async () => {
    const { templateId, commandId } = command;
    for (const [method, path, body] of [
      ['POST', `/${ORG_A}/run-groups`, { kitId: commandId }],
      ['POST', `/${ORG_A}/run-async-i`, { olId: templateId, kitId: commandId, kitRunId: 1 }],
      ['POST', `/${ORG_A}/run-sync`, { olId: templateId, kitId: commandId, params: {} }],
      ['GET', `/${ORG_A}/skinny-runs`, undefined],
      ['GET', `/${ORG_A}/kits/${commandId}/users`, undefined],
    ] as const) {
      expect({ path, status: (await send(method, path, { body })).status }).toEqual({ path, status: 401 });
    }
  });

  it('shows viewers its form without its source and its folder', async () => {
    for (const onlooker of [undefined, people.nobody, people.orgAdminB, people.member, people.deleted]) {
      const seen = await read(onlooker);
      expect(seen).toMatchObject({ has_access: false, directory_id: null, cloud_name: '' });
      expect(seen.anchor_ol).toMatchObject({
        cloud_id: '',
        cloud_name: '',
        source_name: '',
        run_creds_id: null,
      });
      const listed = JSON.stringify(
        (await send('GET', `/${ORG_A}/tiny-kits/${command.commandId}`, onlooker ? { as: onlooker } : {}))
          .body,
      );
      expect(listed).not.toContain((await read(people.runner)).cloud_name);
    }
  });

  it('shows both to a runner, and an outsider who runs it only its source', async () => {
    const runner = await read(people.folderRunner);
    expect(runner.directory_id).not.toBeNull();
    expect(runner.anchor_ol.cloud_name).not.toBe('');
    const outsider = await read(people.outsider);
    expect(outsider).toMatchObject({ has_access: true, directory_id: null });
    expect(outsider.cloud_name).toBe(runner.cloud_name);
  });

  it('is not found under the id of an organization that is not its own', async () => {
    const place = `/${ORG_B}/deep-kits-6/${command.commandId}`;
    expect((await send('GET', place, { as: people.orgAdminB })).status).toBe(404);
    expect((await send('GET', place)).status).toBe(401);
  });
});
