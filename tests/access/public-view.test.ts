import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

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

  describe('S70 in a list, is neither filtered nor sorted by what the list does not tell', () => {
    const list = async (as: string, query: string) =>
      (await send('GET', `/${ORG_A}/skinny-kits?${query}`, { as })).body as { kit_id: number }[];
    const holds = async (as: string, filter: string) =>
      (await list(as, `filter=${encodeURIComponent(filter)}`)).some(
        ({ kit_id }) => kit_id === command.commandId,
      );

    it('by its call and its folder, for who only looks at it', async () => {
      const { cloud_name, directory_id } = await read(people.folderRunner);
      const { name } = await prisma().folder.findFirstOrThrow({ where: { folderId: directory_id ?? 0 } });
      const told = [`cloud_name:${cloud_name}`, `directory_id:${directory_id}`, `directory_name:${name}`];
      for (const filter of [...told, `cloud_name:contains:${cloud_name.slice(0, 4)}`, 'directory_id~:null']) {
        expect([filter, await holds(people.folderRunner, filter)]).toEqual([filter, true]);
        expect([filter, await holds(people.member, filter)]).toEqual([filter, false]);
      }
      expect(await holds(people.member, 'directory_id:null')).toBe(true);
      expect(await holds(people.member, 'cloud_name:')).toBe(true);
    });

    it('by the folder of another organization, for who was granted it from there', async () => {
      const { directory_id } = await read(people.folderRunner);
      const asked = async (filter: string) => {
        const { body } = await send('GET', `/${ORG_B}/skinny-kits?filter=${encodeURIComponent(filter)}`, {
          as: people.outsider,
        });
        return (body as { kit_id: number }[]).some(({ kit_id }) => kit_id === command.commandId);
      };
      expect(await asked('directory_id:null')).toBe(true);
      expect(await asked(`directory_id:${directory_id}`)).toBe(false);
    });

    it('with the columns that say where it stands in a sorted list', async () => {
      const other = await prisma().command.findFirstOrThrow({ where: { orgId: ORG_A, name: 'cmd2' } });
      await prisma().command.update({
        where: { commandId: other.commandId },
        data: { visibility: 'public' },
      });
      const orderOf = async (field: string) =>
        (await list(people.member, `sort=${field}`)).map(({ kit_id }) => kit_id);
      const byName = await orderOf('name');
      await prisma().template.update({ where: { templateId: other.templateId }, data: { cloudName: '!' } });
      expect(await orderOf('cloud_name')).toEqual(byName);
      expect(await orderOf('directory_name')).toEqual(byName);
    });
  });
});
