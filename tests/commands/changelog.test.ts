import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createGrantedCommands, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

beforeAll(async () => {
  await createOrganizations();
  await createGrantedCommands();
});

describe('the changelog', () => {
  interface StreamedEvent {
    minor_deprecated: number;
    patch_deprecated: number;
    changed_by_user: { name: string } | null;
    changed_by_user_id: string | null;
    changelog_cmd_templates: {
      change_type: string;
      ol_id: number;
      kit_id: number;
      name: string;
      changed: string[];
    }[];
    change_counts: { change_type: string; count: number }[];
    command_templates: { name: string }[];
  }
  const read = async (as: string = people.member, query = '') => {
    const { status, body } = await send('GET', `/${ORG_A}/changelog${query}`, { as });
    expect(status).toBe(200);
    return body as StreamedEvent[];
  };
  const commandOf = (name: string) => prisma().command.findFirstOrThrow({ where: { orgId: ORG_A, name } });
  const change = async (commandId: number, body: unknown) => {
    const answer = await send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin, body });
    expect(answer.status).toBe(200);
  };

  it('tells every member who added which commands, the latest first', async () => {
    const names = (await read()).flatMap(({ command_templates }) =>
      command_templates.map(({ name }) => name),
    );
    expect(names).toEqual(expect.arrayContaining(['cmd1', 'cmd2']));
    expect((await send('GET', `/${ORG_A}/changelog`, { as: people.outsider })).status).toBe(404);
  });

  it('shows changes, deletions, and restores; only additions raise the minor version', async () => {
    const { commandId, templateId } = await commandOf('cmd2');
    const [before] = await read();
    await change(commandId, { description: 'New words', isHidden: true });
    expect((await send('DELETE', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin })).status).toBe(204);
    const restore = `/${ORG_A}/deleted-kits/${commandId}/restore`;
    expect((await send('POST', restore, { as: people.orgAdmin })).status).toBe(204);
    const told = (await read()).slice(0, 3);
    expect(told.map(({ changelog_cmd_templates }) => changelog_cmd_templates)).toMatchObject([
      [{ change_type: 'user_undeletion', ol_id: templateId, kit_id: commandId, name: 'cmd2', changed: [] }],
      [{ change_type: 'user_deletion' }],
      [{ change_type: 'user_update', changed: ['description', 'is_hidden'] }],
    ]);
    expect(told[2]?.changed_by_user_id).toBe(people.orgAdmin);
    const patch = before?.patch_deprecated ?? 0;
    expect(told.map((entry) => [entry.minor_deprecated, entry.patch_deprecated])).toEqual(
      [3, 2, 1].map((more) => [before?.minor_deprecated, patch + more]),
    );
    await change(commandId, { isHidden: false });
  });

  it('names the settings whose value changed, and no others', async () => {
    const { templateId } = await commandOf('cmd2');
    for (const data of [{ warningTag: 'safe', runButtonText: '' }, { runningMessage: 'Wait' }]) {
      const path = `/${ORG_A}/command-templates/${templateId}`;
      expect((await send('PATCH', path, { as: people.orgAdmin, body: data })).status).toBe(204);
    }
    const told = (await read()).slice(0, 2).flatMap(({ changelog_cmd_templates }) => changelog_cmd_templates);
    expect(told.map(({ changed }) => changed)).toEqual([['running_message'], ['warning_tag']]);
  });

  it('shows what a sync did to each of its commands', async () => {
    const { commandId, templateId } = await commandOf('cmd1');
    const actions = ['template.sync', 'template.delete', 'template.undelete'];
    for (const action of actions) {
      await prisma().auditEvent.create({
        data: {
          orgId: ORG_A,
          action,
          subjectType: 'template',
          subjectId: String(templateId),
          actorUserId: people.orgAdmin,
          requestId: 'one-commit',
        },
      });
    }
    const [latest] = await read();
    expect(latest?.changelog_cmd_templates).toEqual(
      expect.arrayContaining([expect.objectContaining({ kit_id: commandId, change_type: 'sync_update' })]),
    );
    expect(latest?.change_counts).toEqual(
      ['sync_deletion', 'sync_undeletion', 'sync_update'].map((change_type) => ({ change_type, count: 1 })),
    );
  });

  it('is filtered by one command, with the same versions', async () => {
    const { templateId } = await commandOf('cmd1');
    const of = await read(people.member, `?filter=ol_id:${templateId}&per_page=200`);
    expect(new Set(of.flatMap((entry) => entry.changelog_cmd_templates.map(({ ol_id }) => ol_id)))).toEqual(
      new Set([templateId]),
    );
    const versions = (entries: StreamedEvent[]) =>
      entries.map((entry) => `${entry.minor_deprecated}.${entry.patch_deprecated}`);
    expect(versions(await read(people.member, '?per_page=200'))).toEqual(
      expect.arrayContaining(versions(of)),
    );
    expect(await read(people.member, '?filter=ol_id:999999')).toEqual([]);
  });

  it("never shows changes of another person's private command", async () => {
    const { commandId } = await commandOf('cmd2');
    await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
    expect(JSON.stringify(await read(people.orgAdmin, '?per_page=200'))).not.toContain('cmd2');
    expect(JSON.stringify(await read(people.creator, '?per_page=200'))).toContain('cmd2');
    await prisma().command.update({ where: { commandId }, data: { visibility: 'org' } });
  });

  it('S05 is paged, and refuses invalid pages and filters', async () => {
    expect(await read(people.member, '?page=5')).toEqual([]);
    const [first, second] = await read(people.member, '?per_page=2');
    expect(await read(people.member, '?per_page=1&page=1')).toEqual([second]);
    expect(await read(people.member, '?per_page=1')).toEqual([first]);
    for (const query of ['per_page=0', 'filter=name:cmd1', 'filter=ol_id~:1', 'filter=ol_id:x']) {
      expect((await send('GET', `/${ORG_A}/changelog?${query}`, { as: people.member })).status).toBe(400);
    }
  });
});
