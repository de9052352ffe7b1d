import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Api } from '@/cli/api';
import { readArguments } from '@/cli/arguments';
import { check as checkLine } from '@/cli/commands/check';
import { callApi } from '@/lib/client/api-client';
import { API_BASE } from '@/lib/wire/url';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm, sendRaw } from '../../support/app/http';
import { withSource } from '../../support/app/source';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createScheduledJob } from '../../support/things/schedules';
import { syncedCommands } from '../sync-support';

withApp();
const production = withSource('create schema shop', createOrganizations);
const staging = withSource('create schema shop', async () => {});
const { commandOf, inputsOf } = syncedCommands(production);

const as = people.orgAdmin;
const clean = (rows: string) =>
  `drop function if exists shop.clean;
   create function shop.clean(before date${rows}) returns int language sql as 'select 1'`;
const WITH_ROWS = ', max_rows int default 1000000';

let apiCredsId = 0;
let apiCommandId = 0;

const described = (parameters: string, title = 'Orders') =>
  `openapi: 3.1.0
info: { title: ${title}, version: "1" }
servers: [{ url: https://orders.example }]
paths: { /orders: { get: { parameters: [${parameters}] } } }`;
const STATUS = '{ name: status, in: query, schema: { type: string } }';

beforeAll(async () => {
  const { body } = await sendForm(`/${ORG_A}/openapi-upload`, { 'orders.yaml': described(STATUS) }, { as });
  [{ creds_id: apiCredsId }] = body as [{ creds_id: number }];
  const [operation] = await prisma().staticCommand.findMany();
  const commit = { cloudId: operation?.cloudId, credsId: apiCredsId, commitType: 'addition' };
  const committed = await send('POST', `/${ORG_A}/batch-commit`, { as, body: commit });
  const { commits } = committed.body as { commits: { command_instances: { kit_id: number }[] }[] };
  apiCommandId = commits[0]?.command_instances[0]?.kit_id ?? 0;
  expect(apiCommandId, JSON.stringify(commits)).toBeGreaterThan(0);
});

interface Check {
  would_break: boolean;
  breaks: { kind: string; name: string; kit_id: number }[];
  diff: Record<string, { cloud_name: string }[]>;
}

/** A job with a value for an input of a command. */
async function scheduled(commandId: number, key: string): Promise<void> {
  const input = (await inputsOf(commandId)).find((each) => each.key === key);
  const scheduledJobId = await createScheduledJob(ORG_A, commandId, people.creator, { name: `With ${key}` });
  await prisma().scheduledJobInput.create({
    data: { orgId: ORG_A, value: '10', inputId: input?.inputId ?? 0, scheduledJobId },
  });
}

const nothingKept = async () => {
  expect(await prisma().expectedBreak.count()).toBe(0);
  expect(await prisma().notification.count()).toBe(0);
};

describe('a check against another connection', () => {
  const check = (otherCredsId: number) =>
    send('POST', `/${ORG_A}/creds/${production.credentialId()}/check-connection`, {
      as,
      body: { otherCredsId },
    });
  const ofStaging = async () => {
    const { status, body } = await check(staging.credentialId());
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Check;
  };

  beforeAll(async () => {
    const [commandId = 0] = await commandOf(clean(WITH_ROWS), 'shop.clean(date, integer)');
    await scheduled(commandId, 'max_rows');
  });

  it('finds nothing where both have the same', async () => {
    await staging.query(clean(WITH_ROWS));
    const { would_break, diff } = await ofStaging();
    expect(would_break).toBe(false);
    expect([diff.modified, diff.deleted, diff.added]).toEqual([[], [], []]);
    expect(diff.already_added?.map(({ cloud_name }) => cloud_name)).toEqual(['shop.clean(date, integer)']);
  });

  it('says what would break, keeps nothing, and tells nobody', async () => {
    await staging.query(clean(''));
    expect(await ofStaging()).toMatchObject({
      would_break: true,
      breaks: [{ kind: 'job', name: 'With max_rows' }],
    });
    await nothingKept();
  });

  it('finds what the other one lacks', async () => {
    await staging.query('drop function if exists shop.clean');
    expect((await ofStaging()).breaks.map(({ kind }) => kind)).toEqual(['command', 'job']);
  });

  it('is refused for another kind of source, and for a connection that doesn’t exist', async () => {
    expect(await check(apiCredsId)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining('Choose one of the same kind') } },
    });
    expect(await check(999_999)).toMatchObject({
      status: 422,
      body: { error: { message: 'The other connection doesn’t exist.' } },
    });
  });
});

describe('a check of a description', () => {
  const check = (text: string, fields: Record<string, string> = {}, name = 'orders.yaml') =>
    sendForm(`/${ORG_A}/creds/${apiCredsId}/check-description`, { [name]: text }, { as, fields });

  beforeAll(() => scheduled(apiCommandId, 'query.status'));

  it('finds nothing in the same description', async () => {
    const { status, body } = await check(described(STATUS));
    expect({ status, body }).toMatchObject({ status: 200, body: { would_break: false } });
    expect((body as Check).diff.modified).toEqual([]);
  });

  it('says what would break, and replaces nothing', async () => {
    const { body } = await check(described(''));
    expect(body).toMatchObject({ would_break: true, breaks: [{ kind: 'job', name: 'With query.status' }] });
    await nothingKept();
    expect((await check(described(STATUS))).body).toMatchObject({ would_break: false });
  });

  it('says which descriptions there are where none has its title, unless it names one', async () => {
    const other = described(STATUS, 'Orders 2');
    const refused = await check(other);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/“Orders” \(\d+\)/) } },
    });
    const [source] = await prisma().staticCommandSource.findMany();
    const staticCommandSourceId = String(source?.staticCommandSourceId);
    expect((await check(other, { staticCommandSourceId })).status).toBe(200);
  });

  it('says what is wrong with a file that can’t be read', async () => {
    expect((await check('nothing: here')).status).toBe(422);
  });
});

it('another upload of a description has its source looked at soon', async () => {
  const dueAt = async () =>
    (
      await prisma().credential.findFirstOrThrow({ where: { credentialId: apiCredsId } })
    ).lookDueAt?.getTime();
  const before = (await dueAt()) ?? 0;
  await sendForm(`/${ORG_A}/openapi-upload`, { 'orders.yaml': described(STATUS) }, { as });
  expect(await dueAt()).toBeLessThan(before - 23 * 3_600_000);
});

describe('pushboard check', () => {
  const api: Api = {
    url: 'http://localhost:3000',
    fetch,
    call: (operation, input, options) =>
      callApi(operation, input, {
        ...options,
        fetch: (path, init) =>
          sendRaw(operation.method, String(path).slice(API_BASE.length), {
            as,
            ...(init?.body == null ? {} : { body: init.body }),
            ...(typeof init?.body === 'string' ? { headers: { 'Content-Type': 'application/json' } } : {}),
          }),
      }),
  };
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  const fileOf = (text: string): string => {
    const file = join(folder, 'orders.yaml');
    writeFileSync(file, text);
    return file;
  };

  async function run(...words: string[]): Promise<[number, string]> {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const code = await checkLine(api, readArguments(['check', ...words], new Set(['json'])));
      return [code, written.mock.calls.map(([text]) => text).join('')];
    } finally {
      written.mockRestore();
    }
  }

  it('exits with 0 for a description that breaks nothing, and with 2 and the reasons for one that does', async () => {
    const connection = String(apiCredsId);
    expect(await run(connection, fileOf(described(STATUS)))).toEqual([
      0,
      'Nothing differs.\nNothing would break.\n',
    ]);
    const [code, said] = await run(connection, fileOf(described('')));
    expect(code).toBe(2);
    expect(said).toMatch(
      /^1 changed\.\n {2}changed: .*\n1 thing would break:\n {2}query\.status is gone: The scheduled job/,
    );
    const [, json] = await run(connection, fileOf(described('')), '--json');
    expect(JSON.parse(json)).toMatchObject({ would_break: true, breaks: [{ kind: 'job' }] });
  });

  it('compares with another connection, by name or number', async () => {
    await staging.query(clean(''));
    const [code, said] = await run(
      String(production.credentialId()),
      '--against',
      String(staging.credentialId()),
    );
    expect([code, said]).toEqual([2, expect.stringContaining('The scheduled job “With max_rows”')]);
    await expect(run('Nowhere')).rejects.toThrow('No connection is named “Nowhere”');
    await expect(run('Source')).rejects.toThrow('Several connections are named “Source”');
    await expect(run()).rejects.toThrow('Say which connection to check');
  });
});
