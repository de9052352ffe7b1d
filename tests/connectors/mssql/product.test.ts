import { afterAll, beforeAll, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { closeConnectors } from '@/server/connectors/registry';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { databaseOf } from '../../support/doubles/tds/database';
import type { DoubleRoutine } from '../../support/doubles/tds/routine';
import { startTdsDouble, type TdsDouble } from '../../support/doubles/tds/server';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';
import { syncOf } from '../../support/things/sync';

withApp();
withWorker();

const as = people.orgAdmin;
const CANARY = 'canary-81b2-sql-password';
let double: TdsDouble;
let credentialId = 0;
let routines: DoubleRoutine[] = [];
let refund: MadeCommand;
const { look, commitRows } = syncOf({ credentialId: () => credentialId, query: async () => [] });

const refundOrder: DoubleRoutine = {
  name: 'refund order',
  definition:
    "create procedure dbo.[refund order] @id int, @reason nvarchar(50) = N'none', @fee money output as",
  parameters: [
    { name: '@id', type: 'int' },
    { name: '@reason', type: 'nvarchar(50)' },
    { name: '@fee', type: 'money', isOutput: true },
  ],
  async body({ reply, values, output }) {
    await reply.message({ message: 'Refunding…' });
    await reply.table([
      { name: 'order', type: 'int' },
      { name: 'amount', type: 'decimal(20,4)' },
    ]);
    await reply.row([values.get('@id') ?? null, '1234567890123456.7890']);
    await reply.doneInProc(1);
    await reply.doneInProc(4);
    await reply.table([{ name: 'reason', type: 'nvarchar(50)' }]);
    await reply.row([values.get('@reason') ?? 'none']);
    await reply.doneInProc(1);
    output('@fee', '922337203685477.5807');
    return 2;
  },
};

beforeAll(async () => {
  await createOrganizations();
  routines = [refundOrder];
  double = await startTdsDouble({
    answer: databaseOf(() => routines),
    refusal: ({ username, password }) =>
      password === CANARY ? null : { number: 18456, message: `Login failed for user '${username}'.` },
  });
});

afterAll(async () => {
  await closeConnectors();
  await double.close();
});

const part = (changes = {}) => ({
  databaseSystem: 'mssql',
  host: '127.0.0.1',
  port: double.port,
  databaseName: 'shop',
  username: 'pushboard',
  password: CANARY,
  encryption: 'disable',
  ...changes,
});

it('S52 a connection is checked, saved, and shown without its password', async () => {
  const post = (db: object) =>
    send('POST', `/${ORG_A}/creds`, { as, body: { credType: 'db', name: 'Shop', db } });
  const refused = await post(part({ password: 'wrong' }));
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    error: { message: expect.stringMatching(/^The server refused the login "pushboard"/) },
  });
  const connected = await post(part());
  expect(connected.status).toBe(201);
  credentialId = numberIn(connected, 'creds_id');
  const { body } = await send('GET', `/${ORG_A}/creds/${credentialId}`, { as });
  expect(body).toMatchObject({
    source_kind: 'mssql',
    syncs: true,
    settings: { host: '127.0.0.1', encryption: 'disable', password: { is_set: true } },
  });
  expect(JSON.stringify(body)).not.toContain(CANARY);
});

it('S35 an address or less encryption asks for the password again', async () => {
  for (const db of [{ host: 'localhost' }, { port: 1 }, { encryption: 'require' }]) {
    const changed = await send('PATCH', `/${ORG_A}/creds/${credentialId}`, { as, body: { db } });
    expect(changed.status).toBe(400);
  }
});

it('a procedure is added, run, and returns everything that it sent', async () => {
  const { added } = await look();
  expect(added).toMatchObject([
    { friendly_name: 'refund order', warning_tag: 'updates_data', unavailable_reason: null },
  ]);
  const [{ error, command_instances } = { error: 'none', command_instances: [] }] = await commitRows(
    added,
    'addition',
  );
  expect(error).toBeNull();
  const commandId = command_instances[0]?.kit_id ?? 0;
  const detail = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
  const { anchor_ol } = detail.body as { anchor_ol: { ol_id: number } };
  expect(anchor_ol).toMatchObject({
    source_kind: 'mssql',
    type_system: 'mssql',
    cloud_id: `db::mssql::${credentialId}::dbo.refund order`,
  });
  refund = { commandId, templateId: anchor_ol.ol_id };
  const { body } = await runSync(refund, { id: 7 }, as);
  expect(body).toMatchObject({
    status: 'success',
    payload: [
      { columns: [{ name: 'order' }, { name: 'amount' }], rows: [[7, '1234567890123456.7890']] },
      { columns: [{ name: 'reason' }], rows: [['none']] },
    ],
  });
  expect(JSON.stringify(body)).toContain('922337203685477.5807');
  expect((await runSync(refund, {}, as)).status).toBe(400);
});

it('the transaction is the choice of its engineers', async () => {
  const began = () => double.requests.filter(({ sql }) => sql === 'begin transaction').length;
  const before = began();
  await runSync(refund, { id: 1 }, as);
  expect(began()).toBe(before + 1);
  const changed = await send('PATCH', `/${ORG_A}/kits/${refund.commandId}`, {
    as,
    body: { dbExecuteInTransaction: false },
  });
  expect(changed.status).toBe(200);
  await runSync(refund, { id: 1 }, as);
  expect(began()).toBe(before + 1);
});

it('its SQL is shown, and a changed parameter is a change to sync', async () => {
  const { body } = await send('GET', `/${ORG_A}/kits/${refund.commandId}/sql`, { as });
  expect(body).toMatchObject({
    sql: 'EXEC [dbo].[refund order] @id = :id, @reason = :reason, @fee = :fee OUTPUT',
  });
  routines = [
    {
      ...refundOrder,
      parameters: [{ name: '@id', type: 'bigint' }, ...(refundOrder.parameters ?? []).slice(1)],
    },
  ];
  const { modified } = await look();
  expect(modified[0]?.changes).toMatchObject([{ key: 'id', change: expect.any(String) }]);
  routines = [{ ...refundOrder, name: 'refund' }];
  const renamed = await look();
  expect(renamed.modified[0]).toMatchObject({ previous_cloud_id: expect.stringContaining('refund order') });
});

it('S52 the password is nowhere in the database as text', async () => {
  const rows = JSON.stringify(await prisma().credential.findMany(), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(rows).toContain('127.0.0.1');
  expect(rows).not.toContain(CANARY);
  expect(rows).not.toContain(Buffer.from(CANARY).toString('base64'));
});
