import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/json';
import { prisma } from '@/server/prisma';
import { connectApi } from '../support/api-commands';
import { withApp } from '../support/app';
import { numberIn, send, sendForm } from '../support/http';
import { type HttpDouble, startHttpDouble } from '../support/http-double';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/organizations';
import { people } from '../support/people';
import { runSync } from '../support/runs';
import { withWorker } from '../support/worker';

withApp();
withWorker();

interface WireInput {
  key: string;
  type_id: string;
  lego_instance_input_id: number;
  lego_input_id: number;
  [setting: string]: unknown;
}

let api: HttpDouble;
let credsId = 0;
let ofDatabase: MadeCommand;

/** Answers with what it was sent. */
beforeAll(async () => {
  await createOrganizations();
  ({ command: ofDatabase } = await createGrantedCommands());
  api = await startHttpDouble((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      const { url, headers } = request;
      response.end(
        JSON.stringify({ url, tenant: headers['x-tenant'] ?? null, body: Buffer.concat(pieces).toString() }),
      );
    });
  });
  credsId = await connectApi(api.origin);
});
afterAll(() => api.close());

let made = 0;

/** A command of a request with a path and a query parameter. */
async function createManual(method = 'post'): Promise<MadeCommand> {
  made += 1;
  const input = (key: string) => ({ key, typeSystem: 'openapi', typeName: 'string' });
  const answered = await send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: {
      credsId,
      name: `request ${made}`,
      cloudId: `api::${method}::${api.origin}/things${made}/{id}?limit={limit}`,
      paramSchema: null,
      inputs: [input('path.id'), { ...input('query.limit'), defaultAmbiguousInput: 'omit' }],
      executionEnv: 'nol',
    },
  });
  return { commandId: numberIn(answered, 'kit_id'), templateId: numberIn(answered, 'ol_id') };
}

const as = people.orgAdmin;

async function read({ commandId }: MadeCommand) {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
  const { version, anchor_ol } = body as {
    version: number;
    anchor_ol: { kit_run_schema: WireInput[]; param_source_capabilities: object };
  };
  return { version, inputs: anchor_ol.kit_run_schema, rights: anchor_ol.param_source_capabilities };
}

async function inputOf(command: MadeCommand, key: string): Promise<WireInput> {
  const found = (await read(command)).inputs.find((input) => input.key === key);
  if (found === undefined) throw new Error(`There is no input ${key}`);
  return found;
}

const add = ({ commandId }: MadeCommand, body: object, person: string = as) =>
  send('POST', `/${ORG_A}/kits/${commandId}/lego-instance-inputs`, { as: person, body });
const legoInput = (key: string, typeId = 'string') => ({ legoInput: { key, typeSystem: 'openapi', typeId } });
const edit = async (command: MadeCommand, key: string, body: object) =>
  send(
    'PATCH',
    `/${ORG_A}/kits/${command.commandId}/lego-inputs/${(await inputOf(command, key)).lego_input_id}`,
    {
      as,
      body,
    },
  );
const remove = async (command: MadeCommand, key: string) =>
  send(
    'DELETE',
    `/${ORG_A}/kits/${command.commandId}/lego-inputs/${(await inputOf(command, key)).lego_input_id}`,
    {
      as,
    },
  );

async function run(command: MadeCommand, params: Record<string, JsonValue>) {
  const { body } = await runSync(command, params, as);
  const { payload } = body as { payload: Record<string, string> };
  return payload;
}

describe('POST kits/{kitId}/lego-instance-inputs', () => {
  it('adds inputs that are really sent, each in the place that its key says', async () => {
    const command = await createManual();
    const added = await add(command, [
      { ...legoInput('query.page', 'integer'), displayValue: 'Page', placeholder: '1', order: 0 },
      legoInput('header.X-Tenant'),
      legoInput('body.name'),
      legoInput('body.count', 'integer'),
    ]);
    expect(added).toMatchObject({ status: 201 });
    const { inputs } = await read(command);
    expect(inputs.map(({ key }) => key)).toEqual([
      'query.page',
      'path.id',
      'query.limit',
      'header.X-Tenant',
      'body.name',
      'body.count',
    ]);
    expect(inputs[0]).toMatchObject({
      display_value: 'Page',
      placeholder: '1',
      default_ambiguous_input: 'omit',
    });
    expect(
      await run(command, {
        'path.id': 'a b',
        'query.page': '2',
        'header.X-Tenant': 'acme',
        'body.name': 'Zoë',
        'body.count': '12345678901234567890',
      }),
    ).toEqual({
      url: `/things${made}/a%20b?page=2`,
      tenant: 'acme',
      body: '{"name":"Zoë","count":12345678901234567890}',
    });
    // Inputs that are left empty are left out.
    expect(await run(command, { 'path.id': 'x' })).toEqual({
      url: `/things${made}/x`,
      tenant: null,
      body: '',
    });
  });

  it('S55 is one revision and one audit row, and appears in the changelog', async () => {
    const command = await createManual();
    const { version } = await read(command);
    await add(command, [legoInput('query.a'), { ...legoInput('query.b'), note: 'Why', version }]);
    expect((await read(command)).version).toBe(version + 1);
    expect(await prisma().commandRevision.count({ where: { commandId: command.commandId } })).toBe(2);
    const rows = await prisma().auditEvent.findMany({
      where: { action: 'input.create', subjectId: String(command.templateId) },
    });
    expect(rows).toMatchObject([{ after: { inputs: { 'query.a': 'string', 'query.b': 'string' } } }]);
    const changes = await send('GET', `/${ORG_A}/kits/${command.commandId}/revisions`, { as });
    expect(JSON.stringify(changes.body)).toContain('query.b');
  });

  it('refuses a type that does not exist, a key twice, and a place that no request has, and adds none of the list', async () => {
    const command = await createManual();
    const refused: [object, string][] = [
      [legoInput('query.x', 'bigserial'), 'Error: Invalid typeId!'],
      [legoInput('query.limit'), 'There is already an input "query.limit".'],
      [legoInput('path.other'), 'The address has no {other} to fill in.'],
      [legoInput('limit'), '"limit" doesn\'t say where it is sent'],
      [legoInput('header.bad name'), 'is not a valid header name'],
    ];
    for (const [body, message] of refused) {
      const answered = await add(command, [legoInput('query.fine'), body]);
      expect([body, answered.status]).toEqual([body, 400]);
      expect(JSON.stringify(answered.body)).toContain(message.replaceAll('"', '\\"'));
    }
    expect((await read(command)).inputs).toHaveLength(2);
  });

  it('S58 is refused over a newer version, and S08 for a runner', async () => {
    const command = await createManual();
    const { version } = await read(command);
    await add(command, legoInput('query.first'));
    expect((await add(command, { ...legoInput('query.late'), version })).status).toBe(409);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: command.commandId, userId: people.runner, role: 'runner' },
    });
    expect((await add(command, legoInput('query.x'), people.runner)).status).toBe(403);
  });
});

describe('PATCH kits/{kitId}/lego-inputs/{legoInputId}', () => {
  it('renames and retypes an input, which keeps its settings and is sent under its new name', async () => {
    const command = await createManual();
    await add(command, { ...legoInput('body.amount'), displayValue: 'How much', defaultValue: '5' });
    await edit(command, 'query.limit', { key: 'query.per_page' });
    const changed = await edit(command, 'body.amount', { key: 'body.total', typeId: 'number' });
    expect(changed.status).toBe(200);
    expect(await inputOf(command, 'body.total')).toMatchObject({
      type_id: 'number',
      display_value: 'How much',
      default_value: '5',
    });
    expect(await run(command, { 'path.id': '1', 'query.per_page': 'z', 'body.total': '1.50' })).toMatchObject(
      {
        url: `/things${made}/1?per_page=z`,
        body: '{"total":1.50}',
      },
    );
  });

  it('what depends on an input follows its new key', async () => {
    const command = await createManual();
    await add(command, legoInput('query.sort'));
    const { lego_instance_input_id } = await inputOf(command, 'query.sort');
    const terms = [{ key: 'query.limit', test: 'is_filled', values: [] }];
    const set = await send(
      'PATCH',
      `/${ORG_A}/kits/${command.commandId}/li-inputs/${lego_instance_input_id}`,
      {
        as,
        body: { conditions: { shown: terms } },
      },
    );
    expect(set.status).toBe(200);
    expect((await edit(command, 'query.limit', { key: 'query.most' })).status).toBe(200);
    expect(await inputOf(command, 'query.sort')).toMatchObject({
      conditions: { shown: [{ key: 'query.most' }] },
    });
  });

  it('refuses what would change the address, another place, and an unknown type', async () => {
    const command = await createManual();
    expect((await edit(command, 'path.id', { key: 'path.other' })).status).toBe(400);
    expect((await edit(command, 'query.limit', { key: 'header.limit' })).status).toBe(400);
    expect(await edit(command, 'query.limit', { typeId: 'strnig' })).toMatchObject({
      status: 400,
      body: { error: { message: 'Error: Invalid typeId!' } },
    });
    expect((await edit(command, 'query.limit', { typeId: 'string' })).status).toBe(200);
  });
});

describe('deleting an input', () => {
  it('takes it out of the form and out of the call, by either id', async () => {
    const command = await createManual();
    await add(command, legoInput('body'));
    const { lego_instance_input_id } = await inputOf(command, 'query.limit');
    const path = `/${ORG_A}/kits/${command.commandId}/li-inputs/${lego_instance_input_id}` as const;
    expect((await send('DELETE', path, { as })).status).toBe(204);
    expect((await remove(command, 'body')).status).toBe(204);
    expect((await read(command)).inputs.map(({ key }) => key)).toEqual(['path.id']);
    expect(await run(command, { 'path.id': '1' })).toMatchObject({ url: `/things${made}/1`, body: '' });
    expect((await remove(command, 'path.id')).status).toBe(400);
  });

  it('S04 an input of another template is not found', async () => {
    const [one, other] = [await createManual(), await createManual()];
    const { lego_input_id, lego_instance_input_id } = await inputOf(other, 'query.limit');
    const kit = `/${ORG_A}/kits/${one.commandId}` as const;
    expect((await send('DELETE', `${kit}/lego-inputs/${lego_input_id}`, { as })).status).toBe(404);
    expect((await send('DELETE', `${kit}/li-inputs/${lego_instance_input_id}`, { as })).status).toBe(404);
    expect((await read(other)).inputs).toHaveLength(2);
  });
});

describe('where the source decides the inputs', () => {
  it('a database allows none of it, and says what to do', async () => {
    expect((await read(ofDatabase)).rights).toEqual({
      edit_types: false,
      edit_key: false,
      add_delete: false,
      sync: true,
    });
    expect(await add(ofDatabase, { legoInput: { key: 'more', typeId: 'text' } })).toMatchObject({
      status: 400,
    });
    for (const answered of [
      await edit(ofDatabase, 'amount', { key: 'other' }),
      await edit(ofDatabase, 'amount', { typeId: 'text' }),
      await remove(ofDatabase, 'amount'),
    ]) {
      expect(answered.status).toBe(400);
      expect(JSON.stringify(answered.body)).toContain('The source decides');
    }
  });
});

describe('a description that is uploaded again', () => {
  const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
  const description = (...names: string[]) =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Own inputs', version: '1' },
      servers: [{ url: api.origin }],
      paths: {
        '/listed': {
          get: {
            operationId: 'listed',
            parameters: names.map(parameter),
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    });
  const upload = async (...names: string[]) => {
    const { body } = await sendForm(
      `/${ORG_A}/openapi-upload`,
      { 'own.json': description(...names) },
      { as },
    );
    return (body as { creds_id: number }[])[0]?.creds_id ?? 0;
  };
  const sync = async (connection: number, { templateId }: MadeCommand) => {
    const body = { olId: templateId, credsId: connection };
    expect((await send('POST', `/${ORG_A}/syncs-2`, { as, body })).body).toMatchObject({
      stage1: { error: null },
      stage2: { error: null },
    });
  };
  const cloudId = 'api::get::/listed';

  it('keeps the inputs that engineers added, leaves out those that they deleted, and says nothing of either', async () => {
    const connection = await upload('page', 'size');
    const committed = await send('POST', `/${ORG_A}/batch-commit`, {
      as,
      body: { cloudId, credsId: connection, commitType: 'addition' },
    });
    const [commit] = (committed.body as { commits: { command_instances: { kit_id: number }[] }[] }).commits;
    const commandId = commit?.command_instances[0]?.kit_id ?? 0;
    const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    const command = { commandId, templateId };
    expect((await read(command)).rights).toMatchObject({
      edit_types: false,
      edit_key: false,
      add_delete: true,
    });

    await add(command, [legoInput('query.mine'), legoInput('query.soon')]);
    await remove(command, 'query.size');
    const diff = await send('GET', `/${ORG_A}/creds/${connection}/diff`, { as });
    expect((diff.body as { modified: unknown[] }).modified).toEqual([]);

    // The API now has one of the added inputs itself, and one more.
    await upload('page', 'size', 'soon', 'new');
    await sync(connection, command);
    expect((await read(command)).inputs.map(({ key }) => key).sort()).toEqual([
      'query.mine',
      'query.new',
      'query.page',
      'query.soon',
    ]);
    expect(await run(command, { 'query.mine': 'm', 'query.soon': 's' })).toMatchObject({
      url: '/listed?soon=s&mine=m',
    });

    // An input that engineers deleted after they added it leaves no trace. The other one is still theirs.
    await remove(command, 'query.mine');
    await upload('page', 'mine');
    await sync(connection, command);
    expect((await read(command)).inputs.map(({ key }) => key).sort()).toEqual([
      'query.mine',
      'query.page',
      'query.soon',
    ]);
  });

  it('keeps the order of an engineer, and puts a new input after the one before it', async () => {
    const connection = await upload('a', 'b', 'c');
    const { commandId, templateId } = await prisma().command.findFirstOrThrow({
      where: { template: { cloudId, credentialId: connection } },
    });
    const command = { commandId, templateId };
    await sync(connection, command);
    const ids = await Promise.all(['query.c', 'query.a', 'query.b'].map((key) => inputOf(command, key)));
    await send('PATCH', `/${ORG_A}/kits/${commandId}/bulk-lego-instance-inputs`, {
      as,
      body: {
        legoInstanceInputs: ids.map(({ lego_instance_input_id }, order) => ({
          legoInstanceInputId: lego_instance_input_id,
          order,
        })),
      },
    });
    await upload('a', 'x', 'b', 'c');
    await sync(connection, command);
    expect((await read(command)).inputs.map(({ key }) => key.slice(6)).join(' ')).toBe('c a x b soon');
  });
});
