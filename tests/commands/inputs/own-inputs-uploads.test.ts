import { describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { add, as, inputOf, legoInput, read, remove, run, withEchoingApi } from './manual-inputs';

withApp();
withWorker();

const api = withEchoingApi(createOrganizations);

describe('a description that is uploaded again', () => {
  const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
  const description = (...names: string[]) =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Own inputs', version: '1' },
      servers: [{ url: api.origin() }],
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
