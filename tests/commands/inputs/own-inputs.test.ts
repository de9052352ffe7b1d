import { describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import {
  add,
  as,
  createManual,
  edit,
  inputOf,
  legoInput,
  read,
  remove,
  run,
  withEchoingApi,
} from './manual-inputs';

withApp();
withWorker();

let ofDatabase: MadeCommand;

const api = withEchoingApi(async () => {
  await createOrganizations();
  ({ command: ofDatabase } = await createGrantedCommands());
});

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
      url: `/things${api.madeCount()}/a%20b?page=2`,
      tenant: 'acme',
      body: '{"name":"Zoë","count":12345678901234567890}',
    });
    // Inputs that are left empty are left out.
    expect(await run(command, { 'path.id': 'x' })).toEqual({
      url: `/things${api.madeCount()}/x`,
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
        url: `/things${api.madeCount()}/1?per_page=z`,
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
    expect(await run(command, { 'path.id': '1' })).toMatchObject({
      url: `/things${api.madeCount()}/1`,
      body: '',
    });
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

describe('restoring a revision', () => {
  it('brings back an input that was deleted since, with its settings, as one revision', async () => {
    const command = await createManual();
    const kit = `/${ORG_A}/kits/${command.commandId}` as const;
    const { lego_instance_input_id } = await inputOf(command, 'query.limit');
    await send('PATCH', `${kit}/li-inputs/${lego_instance_input_id}`, {
      as,
      body: { displayValue: 'At most', defaultValue: '7', useDefaultValue: true },
    });
    const { version } = await read(command);
    await remove(command, 'query.limit');
    const compared = await send('GET', `${kit}/revisions/${version}/differences/${version + 1}`, { as });
    expect(compared).toMatchObject({
      status: 200,
      body: { differences: [{ input_key: 'query.limit', setting: 'input', after: null }] },
    });
    expect((await send('GET', `${kit}/revisions/${version}/differences/999`, { as })).status).toBe(404);
    const stale = await send('POST', `${kit}/revisions/${version}/restore`, { as, body: { version } });
    expect(stale.status).toBe(409);
    expect((await send('POST', `${kit}/revisions/${version}/restore`, { as, body: {} })).status).toBe(200);
    expect(await inputOf(command, 'query.limit')).toMatchObject({
      display_value: 'At most',
      default_value: '7',
    });
    expect(await run(command, { 'path.id': '1', 'query.limit': '7' })).toMatchObject({
      url: `/things${api.madeCount()}/1?limit=7`,
    });
    const { body } = await send('GET', `${kit}/revisions`, { as });
    expect((body as object[])[0]).toMatchObject({ revision: version + 2, restored_revision: version });
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
