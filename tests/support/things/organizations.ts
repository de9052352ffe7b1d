import type { Prisma } from '@/generated/prisma/client';
import type { InputType, TemplateInput } from '@/lib/inputs/input';
import { prisma } from '@/server/base/database/prisma';
import { addCommand } from '@/server/commands/template/add-command';
import type { TemplateDescription } from '@/server/connectors/things';
import { saveCredential } from '@/server/sources/connections/save-credential';
import { people } from './people';

export const ORG_A = 'org-a';
export const ORG_B = 'org-b';

const system = { actorUserId: null, requestId: null, address: null };

/** Creates two organizations and all people of security.md, without commands. */
export async function createOrganizations(): Promise<void> {
  const db = prisma();
  await db.user.createMany({
    data: Object.values(people).map((userId) => ({
      userId,
      name: userId.slice(5),
      email: `${userId}@example.com`,
    })),
  });
  for (const orgId of [ORG_A, ORG_B]) {
    await db.org.create({ data: { orgId, name: orgId, slugs: { create: { slug: orgId } } } });
  }
  const inA = (userId: string, more: Partial<Prisma.MembershipCreateManyInput> = {}) => ({
    orgId: ORG_A,
    userId,
    ...more,
  });
  await db.membership.createMany({
    data: [
      inA(people.orgAdmin, { role: 'admin' }),
      inA(people.creator),
      inA(people.engineer),
      inA(people.runner),
      inA(people.groupRunner),
      inA(people.folderRunner),
      inA(people.member),
      inA(people.deleted, { state: 'deleted' }),
      inA(people.pending, { state: 'pending' }),
      { orgId: ORG_B, userId: people.orgAdminB, role: 'admin' },
      { orgId: ORG_B, userId: people.outsider },
    ],
  });
  await db.group.create({ data: { orgId: ORG_A, groupId: 'group-1', name: 'Support' } });
  await db.groupMember.create({ data: { orgId: ORG_A, groupId: 'group-1', userId: people.groupRunner } });
}

const integer: InputType = {
  typeSystem: 'postgres',
  typeId: 'integer',
  jsonType: 'number',
  component: 'b-input',
  inputType: 'number',
  constraints: { minimum: -2147483648, maximum: 2147483647, step: 1 },
  options: null,
  element: null,
  properties: null,
};

/** A required input that takes a whole number. */
export function integerInput(key: string, more: Partial<TemplateInput> = {}): TemplateInput {
  return {
    key,
    type: integer,
    defaultValue: null,
    defaultExpression: null,
    defaultAmbiguousInput: 'required',
    description: null,
    ...more,
  };
}

/** A connection to nowhere, for commands that are never run. */
export async function createCredential(orgId: string): Promise<number> {
  return saveCredential(
    {
      orgId,
      sourceKind: 'postgres',
      name: 'Nowhere',
      forSync: true,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection: {
        host: 'db.invalid',
        port: 5432,
        databaseName: 'x',
        username: 'x',
        password: 'canary-secret',
      },
      isBuiltin: false,
      createdByUserId: null,
    },
    system,
  );
}

export interface MadeCommand {
  commandId: number;
  templateId: number;
}

/** A command that exists only here: described by hand, not found at a source. */
export async function createCommand(
  orgId: string,
  userId: string,
  credentialId: number,
  described: Partial<TemplateDescription> & { friendlyName: string },
): Promise<MadeCommand> {
  const { commandId } = await addCommand({
    orgId,
    userId,
    credentialId,
    audit: system,
    described: {
      cloudId: `db::postgres::${credentialId}::public.${described.friendlyName}()`,
      cloudName: `public.${described.friendlyName}()`,
      description: null,
      inputs: [],
      likeness: [],
      warningTag: null,
      executable: {},
      ...described,
    },
  });
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  return { commandId, templateId };
}

/** Creates organization A's command with a grant of each kind, and one of B's. */
export async function createGrantedCommands() {
  const db = prisma();
  const credentialA = await createCredential(ORG_A);
  const credentialB = await createCredential(ORG_B);
  const command = await createCommand(ORG_A, people.creator, credentialA, {
    friendlyName: 'cmd1',
    inputs: [integerInput('amount')],
  });
  const other = await createCommand(ORG_A, people.creator, credentialA, { friendlyName: 'cmd2' });
  const ofB = await createCommand(ORG_B, people.orgAdminB, credentialB, { friendlyName: 'cmd1' });
  const { folderId } = await db.folder.create({ data: { orgId: ORG_A, name: 'Refunds' } });
  const { commandId } = command;
  await db.command.update({ where: { commandId }, data: { folderId } });
  await db.commandUserGrant.createMany({
    data: [
      { orgId: ORG_A, commandId, userId: people.engineer, role: 'admin' },
      { orgId: ORG_A, commandId, userId: people.runner, role: 'runner' },
      { orgId: ORG_A, commandId, userId: people.outsider, role: 'runner' },
      // Grants from before a person was removed or joined must have no effect.
      { orgId: ORG_A, commandId, userId: people.deleted, role: 'admin' },
      { orgId: ORG_A, commandId, userId: people.pending, role: 'runner' },
    ],
  });
  await db.commandGroupGrant.create({
    data: { orgId: ORG_A, commandId, groupId: 'group-1', role: 'runner' },
  });
  await db.folderUserGrant.create({
    data: { orgId: ORG_A, folderId, userId: people.folderRunner, role: 'runner' },
  });
  return { credentialA, credentialB, command, other, ofB, folderId };
}

/** A run of a command as history stores it. */
export async function createEndedRun(
  orgId: string,
  { commandId, templateId }: MadeCommand,
  userId: string,
): Promise<number> {
  const run = await prisma().run.create({
    data: {
      orgId,
      commandId,
      templateId,
      startedByUserId: userId,
      status: 'success',
      queuedAt: new Date(),
      startedAt: new Date(),
      endedAt: new Date(),
      params: '{}',
      payloadFormat: 'empty',
    },
  });
  return run.runId;
}
