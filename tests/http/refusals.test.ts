import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { operations } from '@/lib/contract/operations';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { unknownRoute } from '@/server/http/responses/unknown-route';
import { asOwner, withApp } from '../support/app/app';
import { send, sendRaw } from '../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

withApp();

let command: MadeCommand;
let credentialB: number;

beforeAll(async () => {
  await createOrganizations();
  ({ command, credentialB } = await createGrantedCommands());
});

const run = (body: unknown, as: string = people.runner) =>
  send('POST', `/${ORG_A}/run-async-i`, { as, body });

describe('the order of refusals', () => {
  it('is 401, 404, 403, 400, however many apply', async () => {
    const wrong = { kitId: 'x', orgId: ORG_B, extra: 1 };
    expect((await send('POST', `/${ORG_A}/run-async-i`, { body: wrong })).status).toBe(401);
    expect((await run(wrong, people.orgAdminB)).status).toBe(404);
    expect((await run(wrong)).status).toBe(400);
    const { status } = await send('POST', `/${ORG_A}/creds`, { as: people.runner, body: wrong });
    expect(status).toBe(403);
  });

  it.each(['0', '-1', '1.5', '2147483648', '9'.repeat(30), 'x', '%00', '1%20'])(
    'a malformed id in the path is not found: %s',
    async (id) => {
      expect((await send('GET', `/${ORG_A}/tiny-kits/${id}`, { as: people.runner })).status).toBe(404);
    },
  );
});

describe('the body of a refusal', () => {
  it('has a code, a message, the issues, and the id of the request', async () => {
    const { body, headers } = await run({ kitId: command.commandId, olId: 'x', color: 'red' });
    expect(body).toMatchObject({
      error: {
        code: 'invalid',
        message: expect.stringContaining('olId'),
        issues: expect.arrayContaining([expect.objectContaining({ path: 'olId' })]),
        request_id: headers.get('x-request-id'),
      },
    });
  });

  it('reveals no internals when the fault is ours', async () => {
    await asOwner('alter table run rename to run_gone');
    const { status, body } = await run({ kitId: command.commandId, olId: command.templateId });
    await asOwner('alter table run_gone rename to run');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/relation|select|insert|node_modules|at /);
  });
});

describe('S20 extra keys', () => {
  it.each(['orgId', 'role', 'createdBy', 'isDeleted', 'ogKitId', '__proto__', 'constructor'])(
    '%s in a body is a 400, and nothing is written',
    async (key) => {
      const before = await prisma().run.count();
      const body = `{"kitId":${command.commandId},"olId":${command.templateId},"${key}":"${ORG_B}"}`;
      const { status } = await send('POST', `/${ORG_A}/run-async-i`, { as: people.runner, body });
      expect(status).toBe(400);
      expect(await prisma().run.count()).toBe(before);
    },
  );
});

describe('S03 another organization in the body', () => {
  it('is refused, and nothing is written', async () => {
    const before = await prisma().credential.count();
    const { status } = await send('POST', `/${ORG_A}/creds?force=true`, {
      as: people.orgAdmin,
      body: {
        orgId: ORG_B,
        credType: 'db',
        name: 'X',
        db: { host: 'db.invalid', databaseName: 'x', username: 'x', password: 'x' },
      },
    });
    expect(status).toBe(400);
    expect(await prisma().credential.count()).toBe(before);
  });

  it("a uoId that is not the caller's own is refused", async () => {
    const body = { kitId: command.commandId, olId: command.templateId };
    expect((await run({ ...body, uoId: `${people.engineer}_${ORG_A}` })).status).toBe(403);
    expect((await run({ ...body, uoId: `${people.runner}_${ORG_A}` })).status).toBe(201);
  });
});

describe("S35 another organization's credential", () => {
  it.each(['find-additions', 'batch-commit'])('%s does not find it', async (path) => {
    const body =
      path === 'batch-commit'
        ? { cloudId: 'x', credsId: credentialB, commitType: 'addition' }
        : { credsId: credentialB };
    const { status, body: answer } = await send('POST', `/${ORG_A}/${path}`, { as: people.orgAdmin, body });
    if (path === 'batch-commit') {
      expect(answer).toMatchObject({ commits: [{ error: expect.stringContaining("doesn't exist") }] });
    } else {
      expect(status).toBe(404);
    }
    expect((await send('GET', `/${ORG_A}/creds/${credentialB}`, { as: people.orgAdmin })).status).toBe(404);
  });
});

const secretKeys = /^(password|token|secret|client_secret|bearer_token|private_key|api_key|custom_headers)$/;

/** The value that a response schema may have for each secret. */
function secretsIn(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const isSecret = secretKeys.test(key) && typeof value === 'object' && value !== null;
    return isSecret ? [propertiesOf(value)] : secretsIn(value);
  });
}

const propertiesOf = (schema: object): string[] =>
  'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? Object.keys(schema.properties)
    : ['anything'];

describe('S21 secrets', () => {
  it('no response schema holds a secret key, and a saved one reads as set', async () => {
    const document = (await send('GET', '/openapi.json')).body as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(50);
    // A token or a webhook's secret that was just made is shown once.
    const makers = [
      'createToken',
      'copyToken',
      'createServiceToken',
      'createWebhook',
      'replaceWebhookSecret',
      'makePushWebhook',
    ];
    const secrets = operations
      .filter(({ operationId }) => !makers.includes(operationId))
      .flatMap(({ responses }) => secretsIn(responses));
    // Only whether it was filled in may be shown.
    expect(secrets.filter((properties) => properties.join() !== 'is_set')).toEqual([]);
    const { body } = await send('GET', `/${ORG_A}/creds`, { as: people.orgAdmin });
    expect(body).toMatchObject([{ settings: { host: 'db.invalid', password: { is_set: true } } }]);
    expect(JSON.stringify(body)).not.toContain('canary-secret');
  });
});

describe('S05 lists', () => {
  const list = (query: string, as: string = people.runner) =>
    send('GET', `/${ORG_A}/skinny-kits${query}`, { as });

  it('show only what the person has access to, and a filter cannot widen that', async () => {
    expect((await list('')).body).toMatchObject([{ name: 'cmd1', role: 'runner', has_access: true }]);
    expect((await list('?filter=name:cmd2')).body).toEqual([]);
    expect((await list(`?filter=visibility~:justme' or true --`)).body).toHaveLength(1);
  });

  it('a "not" that cannot match is a 400, and is not ignored', async () => {
    for (const filter of ['name~:contains:cmd1', 'last_run_at~:gte:2026-01-01', 'last_run_at~:lt:2026-01-01'])
      expect((await list(`?filter=${filter}`)).status).toBe(400);
    const runs = `/${ORG_A}/skinny-runs?filter=start_time~:gte:2026-01-01T00:00:00Z`;
    expect((await send('GET', runs, { as: people.runner })).status).toBe(400);
  });

  it('an unknown field is a 400 that names it', async () => {
    const { status, body } = await list('?filter=password:x');
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: expect.stringContaining('password') } });
    expect((await list('?sort=password')).status).toBe(400);
    expect((await list('?color=red')).status).toBe(400);
  });

  it.each([
    'name:contains:CMD',
    'name~:other',
    'is_hidden:False',
    'directory_id~:null',
    'cloud_name:contains:(',
  ])('filter by %s', async (filter) => {
    const { body } = await list(`?filter=${encodeURIComponent(filter)}`);
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['cmd1']);
  });

  it('S39 a value of the wrong kind is a 400, never a fault of ours', async () => {
    for (const filter of [
      'kit_id:gte:x',
      'kit_id:gte:99999999999999999999',
      'name:contains:\0',
      'nonsense',
    ]) {
      expect((await list(`?filter=${encodeURIComponent(filter)}`)).status).toBe(400);
    }
  });
});

describe('S55 refusals', () => {
  it('of signed-in people are kept, at most 60 a minute and one row that counts the rest', async () => {
    const as = people.nobody;
    // Within one minute, however long the requests take.
    const { nowMs } = clock;
    const heldMs = nowMs();
    clock.nowMs = () => heldMs;
    onTestFinished(() => {
      clock.nowMs = nowMs;
    });
    for (let i = 0; i < 70; i += 1) await send('GET', `/${ORG_A}/tiny-kits/${command.commandId}`, { as });
    const kept = await prisma().auditEvent.groupBy({
      by: ['action'],
      where: { actorUserId: as },
      _count: true,
    });
    const counts = Object.fromEntries(kept.map(({ action, _count }) => [action, _count]));
    expect(counts['refusals.more']).toBe(1);
    expect(counts.refusal).toBe(60);
  });
});

describe('S23 responses', () => {
  it('are never cached on the way', async () => {
    for (const { method, path } of operations.filter(
      (operation) => operation.permission.needs === 'nothing',
    )) {
      const response = await sendRaw(method, path.replace('{kitId}', '1'));
      expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache/);
    }
  });
});

describe('what a program is told that asks in a wrong way', () => {
  let wholeToken: string;
  let narrowToken: string;
  beforeAll(async () => {
    wholeToken = (await giveToken(people.runner)).token;
    const scope = { kind: 'run' as const, commandIds: [command.commandId], folderIds: [] };
    narrowToken = (await giveToken(people.runner, { scope })).token;
  });
  const told = async (token: string, path: string, body: unknown = {}) => {
    const answer = await send('POST', path, { headers: bearer(token), body });
    return z.object({ error: z.object({ code: z.string(), message: z.string() }) }).parse(answer.body).error;
  };

  it('all that is missing and all that is unknown, also where the id of the command is missing', async () => {
    const wrong = { kit_id: command.commandId, ol_id: command.templateId, extra: 1 };
    expect((await told(wholeToken, `/${ORG_A}/run-sync`, wrong)).message).toMatch(
      /olId – Is missing; kitId – Is missing; .*"kit_id", "ol_id", "extra"/,
    );
    const typed = { kitId: command.commandId, olId: String(command.templateId) };
    expect((await told(wholeToken, `/${ORG_A}/run-sync`, typed)).message).toContain('olId – Must be a');
  });

  it('that an organization has an id besides its short name, if it is theirs', async () => {
    await sql.query(
      "insert into org_slug (slug, org_id, is_active) values ('short-a', $1, false), ('short-b', $2, false)",
      [ORG_A, ORG_B],
    );
    const body = { kitId: command.commandId, olId: command.templateId };
    const own = await told(wholeToken, '/short-a/run-sync', body);
    expect(own).toMatchObject({ code: 'not_found', message: expect.stringContaining(`which is ${ORG_A},`) });
    const others = await told(wholeToken, '/short-b/run-sync', body);
    expect(others).toEqual(await told(wholeToken, '/nowhere/run-sync', body));
  });

  it('that a token for chosen commands may be too narrow, whether the command exists or not', async () => {
    const asked = (kitId: number) => told(narrowToken, `/${ORG_A}/run-sync`, { kitId, olId: 1 });
    const hidden = await asked(command.commandId + 1);
    expect(hidden.message).toBe("This doesn't exist, or this token may not run it.");
    expect(await asked(2_000_000_000)).toEqual(hidden);
  });

  it('that the API lacks an address', async () => {
    const response = await unknownRoute(
      new Request('http://localhost:3000/api/v1/a/runs', { method: 'POST' }),
    );
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('The API has no POST /api/v1/a/runs.');
  });
});
