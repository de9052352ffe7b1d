import { beforeAll, describe, expect, it } from 'vitest';
import { addConnector, closeConnectors } from '@/server/connectors/registry';
import type { Connector } from '@/server/connectors/types';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { greeterConnector } from '../support/greeter/greeter-connector';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';
import { syncOf } from '../support/things/sync';

withApp();
withWorker();

const as = people.orgAdmin;
let credentialId = 0;
const { look, commitRows, syncAll } = syncOf({ credentialId: () => credentialId, query: async () => [] });

beforeAll(async () => {
  addConnector(greeterConnector as Connector<unknown>);
  await createOrganizations();
  return closeConnectors;
});

const connect = (greeter: string, words: string) =>
  send('POST', `/${ORG_A}/creds`, {
    as,
    body: {
      credType: 'db',
      name: 'Doorman',
      db: { databaseSystem: 'greeter', greeter, words, password: 'canary' },
    },
  });

describe('a kind of source that is its own folder and one line in the registry', () => {
  it('is listed among the kinds, with its texts, form, and capabilities', async () => {
    const { body } = await send('GET', `/${ORG_A}/connection-kinds`, { as });
    expect(body).toContainEqual(
      expect.objectContaining({
        source_kind: 'greeter',
        label: 'Greeter',
        adding_ways: [{ by: 'connection', label: 'Greeting' }],
        capabilities: ['discovery'],
        secret_keys: ['password'],
      }),
    );
  });

  it('is refused with its own message if it cannot be reached', async () => {
    const { status, body } = await connect('mute', 'Hello');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { message: 'A mute greeter greets nobody.' } });
  });

  it('is connected, listed, added, run, and synced', async () => {
    const connected = await connect('Gus', 'Hello, Bonjour');
    expect(connected.status).toBe(201);
    credentialId = numberIn(connected, 'creds_id');
    const listed = await send('GET', `/${ORG_A}/creds/${credentialId}`, { as });
    expect(listed.body).toMatchObject({
      source_kind: 'greeter',
      syncs: true,
      settings: { greeter: 'Gus', password: { is_set: true } },
    });

    const { added } = await look();
    expect(added.map(({ friendly_name }) => friendly_name)).toEqual(['Hello', 'Bonjour']);
    const hello = added.filter(({ friendly_name }) => friendly_name === 'Hello');
    const [{ error, command_instances } = { error: 'none', command_instances: [] }] = await commitRows(
      hello,
      'addition',
    );
    expect(error).toBeNull();
    const commandId = command_instances[0]?.kit_id ?? 0;
    const detail = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
    const { anchor_ol } = detail.body as { anchor_ol: { ol_id: number } };
    expect(anchor_ol).toMatchObject({ source_kind: 'greeter', type_system: 'openapi' });

    const command = { commandId, templateId: anchor_ol.ol_id };
    expect((await runSync(command, {}, as)).status).toBe(400);
    const { body: run } = await runSync(command, { whom: 'Ana' }, as);
    expect(run).toMatchObject({ status: 'success', payload: { rows: [['Hello, Ana! I am Gus.']] } });

    await send('PATCH', `/${ORG_A}/creds/${credentialId}`, { as, body: { db: { words: 'Bonjour' } } });
    expect((await look()).deleted.map(({ friendly_name }) => friendly_name)).toEqual(['Hello']);
    expect(await syncAll()).toEqual([]);
    expect((await runSync(command, { whom: 'Ana' }, as)).status).toBe(404);
  });
});
