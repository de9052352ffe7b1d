import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

let credentialId: number;

beforeAll(async () => {
  await createOrganizations();
  ({ credentialA: credentialId } = await createGrantedCommands());
  credentialId = await createCredential(ORG_A);
});

interface Difference {
  input_key: string | null;
  setting: string;
  before: unknown;
  after: unknown;
}

interface Listed {
  revision: number | null;
  restored_revision: number | null;
  change_type: string | null;
  changed_by_user: { name: string } | null;
  differences: Difference[];
  changed: string[];
}

const admin = { as: people.orgAdmin };

/** A separate command for each test, so that its revisions are separate too. */
async function newCommand(name: string, inputs = [integerInput('amount')]): Promise<MadeCommand> {
  return createCommand(ORG_A, people.creator, credentialId, { friendlyName: name, inputs });
}

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;

async function change(path: string, body: object, as: string = people.orgAdmin): Promise<void> {
  const { status } = await send('PATCH', path, { as, body });
  expect(status).toBeLessThan(300);
}

const changeTemplate = ({ templateId }: MadeCommand, body: object) =>
  change(`/${ORG_A}/command-templates/${templateId}`, body);

async function changeInput(command: MadeCommand, key: string, body: object): Promise<void> {
  const { commandId } = command;
  const { inputId } = await prisma().commandInput.findFirstOrThrow({
    where: { commandId, templateInput: { key } },
  });
  await change(`${kit(command)}/li-inputs/${inputId}`, body);
}

async function list(command: MadeCommand, query = ''): Promise<Listed[]> {
  const { status, body } = await send('GET', `${kit(command)}/revisions${query}`, admin);
  expect(status).toBe(200);
  return body as Listed[];
}

async function restore(
  command: MadeCommand,
  revision: number,
  body: object = {},
  as: string = people.orgAdmin,
) {
  return send('POST', `${kit(command)}/revisions/${revision}/restore`, { as, body });
}

async function read(command: MadeCommand) {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, admin);
  return body as {
    version: number;
    name: string;
    description: string | null;
    visibility: string;
    anchor_ol: Record<string, unknown> & { kit_run_schema: Record<string, unknown>[] };
  };
}

describe('revisions of a command', () => {
  it("include changes of shared settings; the template's other commands get a revision as well", async () => {
    const command = await newCommand('both');
    const twin = await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin', createdByUserId: people.creator },
    });
    const { version } = await read(command);
    await change(kit(command), { description: 'New', runButtonText: 'Refund', version });
    const after = await read(command);
    expect(after).toMatchObject({ description: 'New', version: version + 1 });
    expect(after.anchor_ol).toMatchObject({ run_button_text: 'Refund' });
    const [saved, start] = await list(command);
    expect([saved?.revision, start?.revision]).toEqual([version + 1, version]);
    expect(saved?.differences).toHaveLength(2);
    const [ofTwin] = await list({ ...command, commandId: twin.commandId });
    expect(ofTwin?.differences).toHaveLength(1);
    const actions = await prisma().auditEvent.findMany({ orderBy: { auditEventId: 'desc' }, take: 2 });
    expect(actions.map(({ action }) => action).sort()).toEqual(['command.update', 'template.update']);
  });

  it('are not created when a save is refused in part', async () => {
    const command = await newCommand('refused');
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: command.commandId, userId: people.engineer, role: 'admin' },
    });
    await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin2', createdByUserId: people.creator },
    });
    const body = { description: 'New', runButtonText: 'Refund' };
    expect((await send('PATCH', kit(command), { as: people.engineer, body })).status).toBe(403);
    const stale = { ...body, version: (await read(command)).version + 1 };
    expect((await send('PATCH', kit(command), { ...admin, body: stale })).status).toBe(409);
    const after = await read(command);
    expect(after.description).toBeNull();
    expect(after.anchor_ol).toMatchObject({ run_button_text: null });
  });

  it('are created one per save, the first with the state before it, and show the differences', async () => {
    const command = await newCommand('saved');
    expect(await prisma().commandRevision.count({ where: { commandId: command.commandId } })).toBe(0);
    await change(kit(command), { description: 'New', name: 'Renamed' });
    await changeInput(command, 'amount', { note: 'In cents', defaultValue: 5 });
    const { version } = await read(command);
    const [input, settings, start, created] = await list(command);
    expect(input).toMatchObject({
      revision: version,
      change_type: 'user_update',
      changed_by_user: { name: 'admin-a' },
    });
    expect(input?.differences).toEqual(
      expect.arrayContaining([
        { input_key: 'amount', setting: 'note', before: null, after: 'In cents' },
        { input_key: 'amount', setting: 'default_value', before: null, after: 5 },
      ]),
    );
    expect(settings?.differences).toEqual([
      { input_key: null, setting: 'name', before: 'saved', after: 'Renamed' },
      { input_key: null, setting: 'description', before: null, after: 'New' },
    ]);
    expect(start).toMatchObject({ revision: 1, change_type: null, differences: [] });
    expect(created).toMatchObject({ revision: null, change_type: 'sync_creation' });
    expect(await list(command, '?per_page=1&page=1')).toEqual([settings]);
  });

  it('are not created by a save that changes nothing', async () => {
    const command = await newCommand('unchanged');
    await change(kit(command), { name: 'unchanged' });
    expect(await prisma().commandRevision.count({ where: { commandId: command.commandId } })).toBe(0);
  });

  it('are created of every command of a changed template', async () => {
    const command = await newCommand('shared');
    const { commandId: twinId } = await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin', createdByUserId: people.creator },
    });
    await changeTemplate(command, { runButtonText: 'Go' });
    for (const commandId of [command.commandId, twinId]) {
      const [latest] = await list({ ...command, commandId });
      expect(latest).toMatchObject({
        revision: 2,
        differences: [{ input_key: null, setting: 'run_button_text', before: null, after: 'Go' }],
      });
    }
  });

  it('are created of every command of a deleted folder', async () => {
    const command = await newCommand('filed');
    const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'Old' } });
    await change(kit(command), { directoryId: folderId });
    expect((await send('DELETE', `/${ORG_A}/directories/${folderId}`, admin)).status).toBe(204);
    const [latest] = await list(command);
    expect(latest?.differences).toEqual([
      { input_key: null, setting: 'directory_id', before: folderId, after: null },
    ]);
  });

  it('include older changes from the audit log, once', async () => {
    const command = await newCommand('older');
    await prisma().auditEvent.create({
      data: {
        orgId: ORG_A,
        at: new Date(Date.now() - 60_000),
        action: 'command.update',
        subjectType: 'command',
        subjectId: String(command.commandId),
        actorUserId: people.orgAdmin,
        before: { execute_in_transaction: true },
        after: { execute_in_transaction: false },
      },
    });
    await change(kit(command), { description: 'Later' });
    const told = await list(command);
    expect(told.map(({ revision }) => revision)).toEqual([2, 1, null, null]);
    expect(told[3]).toMatchObject({ change_type: 'user_update', changed: ['db_execute_in_transaction'] });
  });

  it("are viewed with their differences from now; another command's are not found", async () => {
    const command = await newCommand('looked_at');
    await change(kit(command), { description: 'One' });
    await change(kit(command), { description: 'Two' });
    const { status, body } = await send('GET', `${kit(command)}/revisions/2`, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      revision: 2,
      settings: { description: 'One', name: 'looked_at', warning_tag: null },
      headers: [],
      inputs: [{ key: 'amount', type_id: 'integer', hidden: false, default_ambiguous_input: 'required' }],
      other_revisions: [3, 1],
      differences_to_current: [{ setting: 'description', before: 'One', after: 'Two' }],
    });
    const other = await newCommand('not_looked_at');
    expect((await send('GET', `${kit(other)}/revisions/2`, admin)).status).toBe(404);
    expect((await restore(other, 2)).status).toBe(404);
  });
});

describe('restoring a revision', () => {
  it('restores the configuration, in a new revision with one audit row', async () => {
    const command = await newCommand('restored', [integerInput('amount'), integerInput('fee')]);
    await change(kit(command), { description: 'First', dbExecuteInTransaction: false });
    await changeInput(command, 'amount', { displayValue: 'How much', hidden: true, defaultValue: 3 });
    await changeTemplate(command, { warningTag: 'safe', runOnStartupValues: { amount: 1 } });
    const wanted = await read(command);
    await change(kit(command), { description: 'Second', name: 'other', dbExecuteInTransaction: true });
    await changeInput(command, 'amount', { displayValue: null, hidden: false, defaultValue: null });
    await changeTemplate(command, { warningTag: null, runOnStartupValues: null });
    const { version } = await read(command);
    const { status, body } = await restore(command, wanted.version, { version });
    expect(status).toBe(200);
    const { version: _, anchor_ol, ...restored } = body as typeof wanted;
    const { version: __, anchor_ol: wantedTemplate, ...rest } = wanted;
    expect(restored).toEqual(rest);
    expect({ ...anchor_ol, version: 0 }).toEqual({ ...wantedTemplate, version: 0 });
    const [latest] = await list(command);
    expect(latest).toMatchObject({ revision: version + 1, restored_revision: wanted.version });
    const audited = { action: 'revision.restore', subjectId: String(command.commandId) };
    expect(await prisma().auditEvent.count({ where: audited })).toBe(1);
    expect((await restore(command, wanted.version)).status).toBe(200);
    expect(await prisma().auditEvent.count({ where: audited })).toBe(1);
  });

  it('leaves the folder and who sees the command as they are', async () => {
    const command = await newCommand('opened');
    await change(kit(command), { visibility: 'public', description: 'Public' });
    await change(kit(command), { visibility: 'org', description: 'Decoded' });
    await restore(command, 2);
    expect(await read(command)).toMatchObject({ visibility: 'org', description: 'Public' });
  });

  it('S58 over a newer version is refused with the current command', async () => {
    const command = await newCommand('raced');
    await change(kit(command), { description: 'One' });
    await change(kit(command), { description: 'Two' });
    expect(await restore(command, 2, { version: 2 })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', current: { description: 'Two', version: 3 } } },
    });
    expect((await read(command)).description).toBe('Two');
  });

  it('that changes shared settings requires an engineer of all their commands, and otherwise restores nothing', async () => {
    const command = await newCommand('common');
    const { commandId: twinId } = await prisma().command.create({
      data: { orgId: ORG_A, templateId: command.templateId, name: 'twin', createdByUserId: people.creator },
    });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: command.commandId, userId: people.engineer, role: 'admin' },
    });
    await change(kit(command), { description: 'Mine' });
    await changeTemplate(command, { runningMessage: 'Wait' });
    const refused = await restore(command, 1, {}, people.engineer);
    expect(refused.status).toBe(403);
    expect((await read(command)).description).toBe('Mine');
    const { version } = await read({ ...command, commandId: twinId });
    expect((await restore(command, 1)).status).toBe(200);
    const [ofTwin] = await list({ ...command, commandId: twinId });
    expect(ofTwin).toMatchObject({
      revision: version + 1,
      restored_revision: null,
      differences: [{ setting: 'running_message', before: 'Wait', after: null }],
    });
  });

  it('keeps secrets, which no revision or audit row holds', async () => {
    const password = integerInput('pin', {
      type: { ...integerInput('pin').type, jsonType: 'string', inputType: 'password', constraints: {} },
    });
    const command = await newCommand('secret', [password]);
    await changeInput(command, 'pin', { defaultValue: 'canary-one', note: 'Old' });
    const refused = await send('PATCH', kit(command), {
      ...admin,
      body: { runOnStartupValues: { pin: 'canary-start' } },
    });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'runOnStartupValues.pin' }] } },
    });
    await changeInput(command, 'pin', { defaultValue: 'canary-two', note: 'New' });
    const kept = await prisma().commandRevision.findMany({ where: { commandId: command.commandId } });
    expect(JSON.stringify(kept)).not.toContain('canary');
    expect(JSON.stringify(await list(command))).not.toContain('canary');
    const audited = await prisma().auditEvent.findMany({
      where: { action: { in: ['input.update', 'template.update'] } },
    });
    expect(JSON.stringify(audited.map(({ before, after }) => [before, after]))).not.toContain('canary');
    expect((await restore(command, 2)).status).toBe(200);
    const { anchor_ol } = await read(command);
    expect(anchor_ol.kit_run_schema).toMatchObject([{ note: 'Old', default_value: { is_set: true } }]);
  });
});

describe('a run', () => {
  it('names the revision that it was configured with', async () => {
    const command = await newCommand('run_once');
    await change(kit(command), { description: 'Ready' });
    const started = await send('POST', `/${ORG_A}/run-async-i`, {
      as: people.creator,
      body: { olId: command.templateId, kitId: command.commandId },
    });
    const { run_id: runId } = started.body as { run_id: number };
    const { status } = await send('POST', `/${ORG_A}/run-async-ii`, {
      as: people.creator,
      body: { runrams: { amount: 1 }, olId: command.templateId, runId, kitId: command.commandId },
    });
    expect(status).toBe(202);
    const run = await prisma().run.findUniqueOrThrow({ where: { runId }, include: { definition: true } });
    const definition: { commandVersion: number } = JSON.parse(run.definition?.content ?? '{}');
    const [latest] = await list(command);
    expect(definition.commandVersion).toBe(latest?.revision);
  });
});
