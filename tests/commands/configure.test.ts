import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
let inputId: number;
let target: string;

beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
  const input = await prisma().commandInput.findFirstOrThrow({ where: { commandId: command.commandId } });
  inputId = input.inputId;
  target = `/${ORG_A}/kits/${command.commandId}`;
});

const read = async () =>
  (await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as: people.engineer })).body as {
    version: number;
    name: string;
    anchor_ol: { version: number; kit_run_schema: Record<string, unknown>[] };
  };

const audits = () => prisma().auditEvent.count({ where: { action: { endsWith: '.update' } } });

describe('PATCH kits/{kitId}', () => {
  const patch = (as: string, body: unknown) => send('PATCH', target, { as, body });

  it('S55 changes the fields of the body, counts the version, and leaves one audit row with before and after', async () => {
    const { version } = await read();
    const { status, body } = await patch(people.engineer, {
      name: ' Refund ',
      description: '**Careful**',
      dbExecuteInTransaction: false,
      version,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Refund',
      description: '**Careful**',
      db_execute_in_transaction: false,
      version: version + 1,
    });
    const [audited] = await prisma().auditEvent.findMany({
      where: { action: 'command.update' },
      orderBy: { auditEventId: 'desc' },
      take: 1,
    });
    expect(audited).toMatchObject({
      actorUserId: people.engineer,
      before: { name: 'cmd1', description: null, execute_in_transaction: true },
      after: { name: 'Refund', description: '**Careful**', execute_in_transaction: false },
    });
    const before = await audits();
    expect(await patch(people.engineer, { name: 'Refund' })).toMatchObject({
      body: { version: version + 1 },
    });
    expect(await audits()).toBe(before);
  });

  it('S58 a write over a newer version is refused with the current command', async () => {
    const { version, name } = await read();
    await patch(people.engineer, { description: null });
    const stale = await patch(people.creator, { name: 'Too late', version });
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: { code: 'conflict', current: { name, version: version + 1, anchor_ol: expect.anything() } },
      },
    });
    expect((await read()).name).toBe(name);
  });

  it('hides a command and restores it', async () => {
    expect(await patch(people.engineer, { isHidden: true })).toMatchObject({ body: { is_hidden: true } });
    const listed = await send('GET', `/${ORG_A}/skinny-kits?filter=is_hidden:true`, { as: people.engineer });
    expect(listed.body).toMatchObject([{ kit_id: command.commandId, is_hidden: true }]);
    expect(await patch(people.engineer, { isHidden: false })).toMatchObject({ body: { is_hidden: false } });
  });

  it('S08 only the creator makes it private', async () => {
    expect((await patch(people.engineer, { visibility: 'justme' })).status).toBe(403);
    expect((await patch(people.orgAdmin, { visibility: 'justme' })).status).toBe(403);
    expect((await patch(people.creator, { visibility: 'justme' })).status).toBe(200);
    expect((await patch(people.engineer, { name: 'x' })).status).toBe(404);
    expect((await patch(people.orgAdmin, { name: 'x' })).status).toBe(404);
    expect((await patch(people.creator, { visibility: 'org' })).status).toBe(200);
  });
});

describe('PATCH kits/{kitId}/li-inputs/{id}', () => {
  const patch = (as: string, body: unknown, id = inputId) =>
    send('PATCH', `${target}/li-inputs/${id}`, { as, body });

  it('changes how an input looks and behaves', async () => {
    const { version } = await read();
    const { status, body } = await patch(people.engineer, {
      displayValue: 'Amount',
      placeholder: 'In cents',
      note: ' ',
      tooltip: 'Whole cents',
      defaultAmbiguousInput: 'omit',
      hidden: false,
      lockDefaultValue: true,
      defaultValue: '42',
      version,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      version: version + 1,
      anchor_ol: {
        kit_run_schema: [
          {
            display_value: 'Amount',
            placeholder: 'In cents',
            note: null,
            tooltip: 'Whole cents',
            default_ambiguous_input: 'omit',
            lock_default_value: true,
            default_value: '42',
            use_default_value: true,
            default_value_source: 'user',
          },
        ],
      },
    });
    expect(
      await patch(people.engineer, {
        defaultAmbiguousInput: null,
        defaultValue: null,
        lockDefaultValue: false,
      }),
    ).toMatchObject({
      body: {
        anchor_ol: {
          kit_run_schema: [
            { default_ambiguous_input: 'required', default_value: null, use_default_value: false },
          ],
        },
      },
    });
  });

  it("refuses a default that doesn't fit the type", async () => {
    const { status, body } = await patch(people.engineer, { defaultValue: 'many' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: 'defaultValue' }] } });
  });

  it('S58 uses the version of the command', async () => {
    const { version } = await read();
    expect(await patch(people.engineer, { note: 'late', version: version - 1 })).toMatchObject({
      status: 409,
      body: { error: { current: { version } } },
    });
  });

  it('S04 an input of another command is not found', async () => {
    const other = await prisma().commandInput.findFirst({ where: { commandId: { not: command.commandId } } });
    expect((await patch(people.engineer, { note: 'x' }, other?.inputId ?? 999_999)).status).toBe(404);
  });
});

describe('the name and the description of the commands of a template', () => {
  const target = () => `/${ORG_A}/command-templates/${command.templateId}` as const;
  const patch = (body: object, as: string = people.orgAdmin) => send('PATCH', target(), { as, body });
  const read = async () => {
    const path = `/${ORG_A}/deep-kits-6/${command.commandId}` as const;
    return (await send('GET', path, { as: people.orgAdmin })).body;
  };

  it('are changed with an audit row and a revision, and null goes back to the source', async () => {
    const where = { action: 'command.update', subjectId: String(command.commandId) };
    const before = await prisma().auditEvent.count({ where });
    expect((await patch({ overrideName: 'Pay back', description: 'Pays **back**.' })).status).toBe(204);
    expect(await read()).toMatchObject({ name: 'Pay back', description: 'Pays **back**.' });
    expect(await prisma().auditEvent.count({ where })).toBe(before + 1);
    expect((await patch({ overrideName: 'Pay back' })).status).toBe(204);
    expect(await prisma().auditEvent.count({ where })).toBe(before + 1);
    await patch({ overrideName: null, description: null });
    expect(await read()).toMatchObject({ name: 'Cmd1', description: null });
    expect((await patch({ overrideName: ' ' })).status).toBe(400);
    expect((await patch({ overrideName: 'x' }, people.runner)).status).toBe(403);
    await patch({ overrideName: 'cmd1' });
  });
});

describe('PATCH command-templates/{olId}', () => {
  const patch = (as: string, body: unknown) =>
    send('PATCH', `/${ORG_A}/command-templates/${command.templateId}`, { as, body });

  it('changes the warning and the texts around the Run button', async () => {
    const { version } = (await read()).anchor_ol;
    const body = {
      warningTag: 'updates_data',
      runButtonText: 'Refund',
      runningMessage: 'Refunding…',
      version,
    };
    expect((await patch(people.engineer, body)).status).toBe(204);
    expect((await read()).anchor_ol).toMatchObject({
      warning_tag: 'updates_data',
      run_button_text: 'Refund',
      running_message: 'Refunding…',
      version: version + 1,
    });
    expect((await patch(people.engineer, body)).status).toBe(409);
    expect((await patch(people.engineer, { warningTag: null, runButtonText: '' })).status).toBe(204);
    expect((await read()).anchor_ol).toMatchObject({ warning_tag: null, run_button_text: null });
  });

  it('requires an engineer of every command of the template', async () => {
    const { commandId } = await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin', createdByUserId: people.creator },
    });
    expect((await patch(people.engineer, { warningTag: 'safe' })).status).toBe(403);
    expect((await patch(people.creator, { warningTag: 'safe' })).status).toBe(204);
    await prisma().command.delete({ where: { commandId } });
  });
});

describe('DELETE kits/{kitId}', () => {
  it('S06 is for the creator and org admins; the runs are kept', async () => {
    const { commandId } = await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin', createdByUserId: people.engineer },
    });
    const gone = `/${ORG_A}/kits/${commandId}`;
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: people.runner, role: 'admin' },
    });
    expect((await send('DELETE', gone, { as: people.runner })).status).toBe(403);
    expect((await send('DELETE', gone, { as: people.member })).status).toBe(404);
    expect((await send('DELETE', gone)).status).toBe(401);
    expect((await send('DELETE', gone, { as: people.engineer })).status).toBe(204);
    expect((await send('DELETE', gone, { as: people.engineer })).status).toBe(404);
    expect(await prisma().command.count({ where: { commandId } })).toBe(1);
    expect(
      await prisma().auditEvent.count({ where: { action: 'command.delete', subjectId: String(commandId) } }),
    ).toBe(1);
  });
});

describe('S06 S20 every change of a command', () => {
  let places: string[] = [];
  beforeEach(() => {
    places = [target, `${target}/li-inputs/${inputId}`, `/${ORG_A}/command-templates/${command.templateId}`];
  });

  it('is refused to runners, to strangers and signed out', async () => {
    for (const place of places) {
      const body = { version: 1 };
      expect((await send('PATCH', place, { as: people.runner, body })).status).toBe(403);
      expect((await send('PATCH', place, { as: people.outsider, body })).status).toBe(403);
      expect((await send('PATCH', place, { as: people.member, body })).status).toBe(404);
      expect((await send('PATCH', place, { as: people.orgAdminB, body })).status).toBe(404);
      expect((await send('PATCH', place, { body })).status).toBe(401);
    }
  });

  it('refuses unknown keys, and writes nothing then', async () => {
    const before = await read();
    const written = await audits();
    for (const place of places) {
      for (const extra of ['role', 'createdBy', 'isDeleted', 'ogKitId', 'creator_uo_id']) {
        const { status } = await send('PATCH', place, { as: people.orgAdmin, body: { [extra]: 'x' } });
        expect([place, extra, status]).toEqual([place, extra, 400]);
      }
      expect((await send('PATCH', place, { as: people.orgAdmin, body: { orgId: ORG_B } })).status).toBe(400);
      expect((await send('PATCH', place, { as: people.orgAdmin, body: [] })).status).toBe(400);
    }
    expect(await read()).toEqual(before);
    expect(await audits()).toBe(written);
  });
});

describe('S10 a hidden input of a public command', () => {
  it('is returned to people who have the command, and not to viewers of its form', async () => {
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { visibility: 'public' },
    });
    await prisma().commandInput.update({ where: { inputId }, data: { hidden: true, defaultValue: 424242 } });
    const seenBy = async (as: string | undefined) =>
      JSON.stringify(
        (await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, as === undefined ? {} : { as }))
          .body,
      );
    expect(await seenBy(people.engineer)).toContain('424242');
    for (const stranger of [undefined, people.nobody, people.orgAdminB, people.member, people.deleted]) {
      const seen = await seenBy(stranger);
      expect(seen).toContain('"kit_run_schema":[]');
      expect(seen).not.toContain('424242');
    }
  });
});

describe('deleted commands', () => {
  const place = () => `/${ORG_A}/deleted-kits`;
  const restore = (as: string, commandId = command.commandId) =>
    send('POST', `${place()}/${commandId}/restore`, { as });
  const deletedIds = async (as: string) =>
    ((await send('GET', place(), { as })).body as { kit_id: number }[]).map(({ kit_id }) => kit_id);

  beforeEach(async () => {
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { deletedAt: null, visibility: 'org' },
    });
    expect((await send('DELETE', target, { as: people.orgAdmin })).status).toBe(204);
  });

  it('are listed to org admins, who restore one with its grants and leave an audit row', async () => {
    expect(await deletedIds(people.orgAdmin)).toContain(command.commandId);
    expect((await send('GET', target.replace('kits', 'tiny-kits'), { as: people.runner })).status).toBe(404);
    expect((await restore(people.orgAdmin)).status).toBe(204);
    expect((await send('GET', target.replace('kits', 'tiny-kits'), { as: people.runner })).status).toBe(200);
    expect(await deletedIds(people.orgAdmin)).not.toContain(command.commandId);
    const audited = { action: 'command.restore', subjectId: String(command.commandId) };
    expect(await prisma().auditEvent.count({ where: audited })).toBe(1);
  });

  it('that are private or of another organization are not found; restoring an existing one changes nothing', async () => {
    expect((await restore(people.orgAdminB)).status).toBe(404);
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { visibility: 'justme' },
    });
    expect(await deletedIds(people.orgAdmin)).not.toContain(command.commandId);
    expect((await restore(people.orgAdmin)).status).toBe(404);
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { visibility: 'org', deletedAt: null },
    });
    expect((await restore(people.orgAdmin)).status).toBe(204);
  });

  it('whose routine is gone are restored only by a sync', async () => {
    const { templateId } = command;
    await prisma().template.update({ where: { templateId }, data: { deletedAt: new Date() } });
    const { status, body } = await restore(people.orgAdmin);
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('Sync its connection');
    await prisma().template.update({ where: { templateId }, data: { deletedAt: null } });
  });
});
