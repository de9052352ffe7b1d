import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });

/** The tools of those who run commands, besides the commands. */
const FIXED = ['dry_run_command', 'read_run', 'confirm_run'];

let made: Awaited<ReturnType<typeof createGrantedCommands>>;

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
});

const names = async (token: string, options = MODERN) => {
  const client = await connectMcp(site.url, token, options);
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
};

describe.each([
  ['of 2026-07-28', MODERN],
  ['of an earlier protocol', {}],
])('the tools of a client %s', (_, options) => {
  it('are the commands that the person may run, by name and id', async () => {
    const { token } = await giveToken(people.runner);
    expect(await names(token, options)).toContain(`cmd1_${made.command.commandId}`);
    expect(await names(token, options)).not.toContain(`cmd2_${made.other.commandId}`);
  });

  it('S04 include those granted by another organization, and no others of it', async () => {
    const { token } = await giveToken(people.outsider);
    expect((await names(token, options)).filter((name) => name.startsWith('cmd'))).toEqual([
      `cmd1_${made.command.commandId}`,
    ]);
  });
});

describe('a tool', () => {
  it('has the form as its schema, and the tag as its annotation', async () => {
    const { token } = await giveToken(people.runner);
    const client = await connectMcp(site.url, token, MODERN);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === `cmd1_${made.command.commandId}`);
    expect(tool).toMatchObject({
      title: 'cmd1',
      inputSchema: {
        type: 'object',
        properties: { amount: { type: 'integer', minimum: -2147483648, maximum: 2147483647 } },
        required: ['amount'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
  });

  it('S19 has no argument for a hidden or locked input, nor for one that takes the person’s own value', async () => {
    const { credentialA } = made;
    const inputs = ['shown', 'hidden', 'locked', 'own'].map((key) => integerInput(key));
    const command = await createCommand(ORG_A, people.runner, credentialA, {
      friendlyName: 'partly',
      inputs,
    });
    const { commandId } = command;
    const rows = await prisma().commandInput.findMany({ where: { commandId }, orderBy: { position: 'asc' } });
    const set = (index: number, data: object) =>
      prisma().commandInput.update({ where: { inputId: rows[index]?.inputId ?? 0 }, data });
    await set(1, { hidden: true, defaultValue: 7 });
    await set(2, { locked: true, defaultValue: 7 });
    await set(3, { variable: 'user_id' });
    const { token } = await giveToken(people.runner);
    const client = await connectMcp(site.url, token, MODERN);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === `partly_${commandId}`);
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['shown']);
  });

  it('keeps working after its command was renamed', async () => {
    const { commandId } = made.command;
    const { token } = await giveToken(people.runner, { scope: { kind: 'read' } });
    const client = await connectMcp(site.url, token, MODERN);
    const { structuredContent } = await callMcp(client, 'describe_command', {
      command: `another_name_${commandId}`,
    });
    expect(structuredContent).toMatchObject({ title: 'cmd1', command: `cmd1_${commandId}` });
  });
});

describe('S22 the scope of a token', () => {
  it('shows a run token its commands alone', async () => {
    const { commandId } = made.command;
    const scope = { kind: 'run', commandIds: [commandId], folderIds: [] } as const;
    const { token } = await giveToken(people.orgAdmin, { scope });
    const commands = (await names(token)).filter((name) => !FIXED.includes(name));
    expect(commands).toEqual([`cmd1_${commandId}`]);
    const client = await connectMcp(site.url, token, MODERN);
    const refused = await callMcp(client, `cmd2_${made.other.commandId}`, {});
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('this token may not run it'),
    });
    const found = await callMcp(client, 'search_commands', {});
    expect(found.structuredContent).toMatchObject({ found: 1 });
  });

  it('lets a read token look, and run nothing', async () => {
    const { token } = await giveToken(people.runner, { scope: { kind: 'read' } });
    expect(await names(token)).toEqual(['search_commands', 'describe_command', 'read_run']);
    const client = await connectMcp(site.url, token, MODERN);
    const refused = await callMcp(client, `cmd1_${made.command.commandId}`, { amount: 1 });
    expect(refused).toMatchObject({
      isError: true,
      text: 'This needs a token that can do everything or run this command; this one only reads.',
    });
    expect(await prisma().run.count()).toBe(0);
  });
});

it('an organization that requires another way to sign in has no tools for a token made under this one', async () => {
  const { token } = await giveToken(people.runner);
  const name = `cmd1_${made.command.commandId}`;
  const client = await connectMcp(site.url, token, MODERN);
  await prisma().org.update({
    where: { orgId: ORG_A },
    data: { requiredIssuer: 'https://login.example' },
  });
  expect(await names(token)).not.toContain(name);
  expect(await callMcp(client, name, { amount: 1 })).toMatchObject({ isError: true });
  expect(await callMcp(client, 'describe_command', { command: name })).toMatchObject({ isError: true });
  await prisma().org.update({ where: { orgId: ORG_A }, data: { requiredIssuer: null } });
  expect(await names(token)).toContain(name);
});

describe('S02 a command of another organization', () => {
  it.each(['describe_command', 'run_command'])(
    'is refused by %s like one that does not exist',
    async (tool) => {
      const { token } = await giveToken(people.orgAdminB);
      const client = await connectMcp(site.url, token, MODERN);
      const refusals = await Promise.all(
        [`cmd1_${made.command.commandId}`, 'cmd1_2147483647', 'cmd1', '../x'].map((command) =>
          callMcp(client, tool, { command }),
        ),
      );
      expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
      expect(refusals.every(({ isError }) => isError)).toBe(true);
    },
  );
});

describe('many commands', () => {
  const many: MadeCommand[] = [];

  beforeAll(async () => {
    for (let index = 0; index < 60; index += 1) {
      const friendlyName = `bulk${index}`;
      many.push(await createCommand(ORG_B, people.outsider, made.credentialB, { friendlyName }));
    }
  });

  it('are paged by cursor up to fifty', async () => {
    await prisma().command.updateMany({
      where: { commandId: { in: many.slice(40).map(({ commandId }) => commandId) } },
      data: { isHidden: true },
    });
    const { token } = await giveToken(people.outsider);
    const client = await connectMcp(site.url, token, MODERN);
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await client.request({
        method: 'tools/list',
        params: cursor === undefined ? {} : { cursor },
      });
      seen.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(2);
    expect(seen.filter((name) => /_\d+$/.test(name))).toHaveLength(41);
    expect(new Set(seen).size).toBe(seen.length);
    await expect(client.request({ method: 'tools/list', params: { cursor: 'x' } })).rejects.toThrow('cursor');
    await prisma().command.updateMany({ where: { orgId: ORG_B }, data: { isHidden: false } });
  });

  it('beyond fifty are searched, described, and run by name', async () => {
    const { token } = await giveToken(people.outsider);
    expect(await names(token)).toEqual([
      'search_commands',
      'describe_command',
      'run_command',
      'dry_run_command',
      'read_run',
      'confirm_run',
    ]);
    const client = await connectMcp(site.url, token, MODERN);
    const all = await callMcp(client, 'search_commands', {});
    expect(all.structuredContent).toMatchObject({ found: 61, next_after: expect.any(Number) });
    const found = await callMcp(client, 'search_commands', { query: 'BULK59 org-b' });
    const name = `bulk59_${many[59]?.commandId}`;
    expect(found.structuredContent).toMatchObject({
      found: 1,
      commands: [{ command: name, title: 'bulk59' }],
    });
    const described = await callMcp(client, 'describe_command', { command: name });
    expect(described.structuredContent).toMatchObject({ changes_data: true, arguments: { type: 'object' } });
    const some = await callMcp(client, 'search_commands', { query: 'late of bulk59' });
    expect(some.structuredContent).toMatchObject({
      found: 1,
      commands: [{ command: name }],
      note: 'No command has all of these words. These have some:',
    });
    const odd = await callMcp(client, 'search_commands', { query: "100%_\\ '; drop" });
    expect(odd.structuredContent).toMatchObject({ found: 0 });
  });
});

it('a service account has the commands that were shared with it', async () => {
  const userId = 'service-of-tests';
  await prisma().user.create({ data: { userId, name: 'Nightly', serviceOrgId: ORG_A } });
  await prisma().membership.create({ data: { orgId: ORG_A, userId } });
  const { token } = await giveToken(userId, { issuer: null });
  expect(await names(token)).toEqual(FIXED);
  const { commandId } = made.command;
  await prisma().commandUserGrant.create({ data: { orgId: ORG_A, commandId, userId, role: 'runner' } });
  expect(await names(token)).toEqual([...FIXED, `cmd1_${commandId}`]);
  await prisma().membership.update({
    where: { orgId_userId: { orgId: ORG_A, userId } },
    data: { state: 'deleted' },
  });
  await expect(names(token)).rejects.toThrow();
});
