import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { signatureOf } from '@/server/base/secrets/sign-message';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { deliver, deliverRaw } from '../../support/things/webhooks';

withApp({ WEBHOOK_DELIVERIES_PER_MINUTE: '1000' });
const source = withSource(
  `create table orders (amount bigint, place text);
   create function take(amount bigint, place text) returns bigint language sql as
     $$ insert into orders values (amount, place) returning amount $$;`,
  createOrganizations,
);

let take: MadeCommand;
/** The ids of its inputs, by key. */
const inputIds: Record<string, number> = {};
beforeAll(async () => {
  take = await commit(source, 'public.take(bigint, text)');
  const rows = await prisma().commandInput.findMany({
    where: { commandId: take.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
});
beforeEach(async () => {
  await sql.query('delete from webhook');
  await sql.query("delete from run where trigger = 'webhook'");
});

interface Made {
  webhook_id: number;
  url: string;
  secret: string;
}

const path = () => `/${ORG_A}/kits/${take.commandId}/webhooks`;
const mapping = () => [
  { legoInstanceInputId: inputIds.amount, path: 'order.lines[0].id' },
  { legoInstanceInputId: inputIds.place, valueJson: 'Berlin' },
];

async function create(more: object = {}, as: string = people.engineer): Promise<Made> {
  const body = { name: 'Orders', inputs: mapping(), ...more };
  const { status, body: made } = await send('POST', path(), { as, body });
  expect(status, JSON.stringify(made)).toBe(201);
  return made as Made;
}

const order = (id: unknown) => ({ order: { lines: [{ id }] } });
const runs = () => prisma().run.findMany({ where: { trigger: 'webhook' }, orderBy: { runId: 'asc' } });
const deliveriesOf = async ({ webhook_id: id }: Made) =>
  (await send('GET', `${path()}/${id}/deliveries`, { as: people.engineer })).body as Record<
    string,
    unknown
  >[];
const runIdOf = ({ body }: { body: unknown }) => (body as { run_id: number }).run_id;

describe('a signed delivery', () => {
  it('starts the command as the webhook’s owner with values from its body, exact to the digit', async () => {
    const { url, secret, webhook_id: id } = await create();
    const sent = await deliver(url, { secret, body: '{"order":{"lines":[{"id":9007199254740993}]}}' });
    expect(sent.status).toBe(202);
    expect(Object.keys(sent.body as object)).toEqual(['run_id']);
    await executeWaiting();
    const listed = await send('GET', `/${ORG_A}/skinny-runs?filter=run_id:${runIdOf(sent)}`, {
      as: people.engineer,
    });
    expect(listed.body).toMatchObject([{ trigger: 'webhook', webhook: { name: 'Orders' } }]);
    const [run] = await runs();
    expect(run).toMatchObject({
      runId: runIdOf(sent),
      status: 'success',
      startedByUserId: people.engineer,
      startedThrough: `webhook:${id}`,
    });
    const rows = await source.query('select amount::text, place from orders where amount > 9000000000000000');
    expect(rows).toEqual([{ amount: '9007199254740993', place: 'Berlin' }]);
    const audit = await prisma().auditEvent.findMany({
      where: { action: 'webhook.start', subjectId: String(id) },
    });
    expect(audit).toMatchObject([{ actorUserId: null, after: { run_id: runIdOf(sent) } }]);
  });

  it('needs no cookie, and comes from any origin', async () => {
    const { url, secret } = await create();
    const headers = { origin: 'https://sender.example', 'sec-fetch-site': 'cross-site' };
    expect((await deliver(url, { secret, body: order(1), headers })).status).toBe(202);
  });

  it('is listed with its run, and started once however often it comes', async () => {
    const made = await create();
    const { url, secret } = made;
    const sent = { secret, body: order(2), name: 'evt_2' };
    const first = await deliver(url, sent);
    const again = await Promise.all([1, 2].map((back) => deliver(url, { ...sent, secondsFromNow: -back })));
    expect(again.map(runIdOf)).toEqual([runIdOf(first), runIdOf(first)]);
    expect(await runs()).toHaveLength(1);
    expect(await deliveriesOf(made)).toMatchObject([
      { sender_id: 'evt_2', state: 'started', run_id: runIdOf(first), attempts: 3, is_test: false },
    ]);
  });

  it('S59 starts one run if it comes to several processes at the same moment', async () => {
    const made = await create();
    const { url, secret } = made;
    const named = { secret, body: order(3), name: 'evt_3' };
    const sent = await Promise.all(
      [0, -1, -2, -3, -4].map((at) => deliver(url, { ...named, secondsFromNow: at })),
    );
    expect(new Set(sent.map(runIdOf)).size).toBe(1);
    const body = JSON.stringify(order(4));
    const unnamed = { 'pushboard-signature': signatureOf(secret, body, Date.now() + 30_000) };
    const same = await Promise.all([1, 2, 3].map(() => deliverRaw(url, body, unnamed)));
    expect(new Set(same.map(runIdOf)).size).toBe(1);
    expect(await runs()).toHaveLength(2);
  });

  it('starts nothing if its signature was used under another name', async () => {
    const made = await create();
    const { url, secret } = made;
    const signature = signatureOf(secret, JSON.stringify(order(5)), Date.now());
    const sent = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        deliverRaw(url, JSON.stringify(order(5)), {
          'pushboard-signature': signature,
          'pushboard-delivery': name,
        }),
      ),
    );
    expect(new Set(sent.map(runIdOf)).size).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  it('that was refused may come again, and starts its run then', async () => {
    const made = await create();
    const { url, secret } = made;
    const refused = await deliver(url, { secret, body: order('many'), name: 'evt_6' });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).not.toMatch(/amount|take/i);
    const [listed] = await deliveriesOf(made);
    expect(listed).toMatchObject({
      state: 'refused',
      run_id: null,
      reason: expect.stringMatching(/amount/i),
    });
    const sent = await deliver(url, { secret, body: order(6), name: 'evt_6', secondsFromNow: 1 });
    expect(sent.status).toBe(202);
    expect(await deliveriesOf(made)).toMatchObject([{ state: 'started', reason: null, attempts: 2 }]);
  });
});

describe('what speaks for a delivery is its signature alone', () => {
  it('S23 an unknown address, a wrong secret, no signature, and another organization are answered alike', async () => {
    const { url, secret } = await create();
    const unknown = url.replace(/[^/]+$/, 'A'.repeat(22));
    const wrong = [
      await deliver(url, { secret: `${secret}x`, body: order(1) }),
      await deliver(unknown, { secret, body: order(1) }),
      await deliver(url.replace(ORG_A, ORG_B), { secret, body: order(1) }),
      await deliverRaw(url, '{}', {}),
      await deliverRaw(unknown, '{}', {}),
      await deliverRaw(url, '{}', { 'pushboard-signature': 't=1,v1=00' }),
      await deliver(url, { secret: '', body: order(1) }),
    ];
    const told = wrong.map(({ status, body }) => {
      const { request_id: _, ...error } = (body as { error: Record<string, unknown> }).error;
      return JSON.stringify([status, error]);
    });
    expect(new Set(told).size).toBe(1);
    expect(wrong[0]?.status).toBe(401);
    expect(await runs()).toEqual([]);
  });

  it('S89 signed with the secret of the very webhook that its address names, and of no other', async () => {
    const [one, other] = [await create(), await create({ name: 'Others' })];
    expect((await deliver(one.url, { secret: other.secret, body: order(1) })).status).toBe(401);
    expect((await deliver(other.url, { secret: one.secret, body: order(1) })).status).toBe(401);
    expect(await runs()).toEqual([]);
    expect((await deliver(one.url, { secret: one.secret, body: order(1) })).status).toBe(202);
  });

  it('not a session, a token, or the demo header', async () => {
    const { url } = await create();
    const others: Record<string, string>[] = [
      { 'x-demo-user-id': people.engineer },
      { authorization: 'Bearer pb_x' },
      { cookie: 'session=x' },
    ];
    for (const headers of others) {
      expect((await deliverRaw(url, '{}', { ...headers, origin: 'http://localhost:3000' })).status).toBe(401);
    }
    // Engineers see that something came.
    await expect
      .poll(async () => (await send('GET', path(), { as: people.engineer })).body)
      .toMatchObject([{ unsigned_time: expect.any(String) }]);
  });

  it('a changed body or time, and a time more than five minutes away, are refused', async () => {
    const made = await create();
    const { url, secret } = made;
    const signed = signatureOf(secret, JSON.stringify(order(1)), Date.now());
    const statuses = [
      await deliverRaw(url, JSON.stringify(order(2)), { 'pushboard-signature': signed }),
      await deliverRaw(url, JSON.stringify(order(1)), {
        'pushboard-signature': signed.replace(/^t=(\d+)/, (_, seconds) => `t=${Number(seconds) + 1}`),
      }),
      await deliver(url, { secret, body: order(1), secondsFromNow: -400 }),
      await deliver(url, { secret, body: order(1), secondsFromNow: 400 }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await deliveriesOf(made)).toEqual([]);
    const [listed] = (await send('GET', path(), { as: people.engineer })).body as { unsigned_time: string }[];
    expect(listed?.unsigned_time).not.toBeNull();
  });

  it('a replaced secret counts for a day, or until it is ended or replaced again; that of a deleted webhook never', async () => {
    const made = await create();
    const { url, webhook_id: id } = made;
    const one = `${path()}/${id}`;
    let orders = 0;
    const statusOf = async (secret: string) => {
      orders += 1;
      return (await deliver(url, { secret, body: order(orders) })).status;
    };
    const replace = async () =>
      (await send('POST', `${one}/secret`, { as: people.engineer })).body as Made & {
        previous_until_time: string;
      };
    const second = await replace();
    const hoursLeft = (Date.parse(second.previous_until_time) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23.9);
    expect(hoursLeft).toBeLessThan(24.1);
    expect([await statusOf(made.secret), await statusOf(second.secret)]).toEqual([202, 202]);
    const third = await replace();
    const secrets = [made, second, third].map(({ secret }) => secret);
    const statuses = async () => [await statusOf(secrets[0] ?? ''), await statusOf(secrets[1] ?? '')];
    expect(await statuses()).toEqual([401, 202]);
    await sql.query("update webhook set previous_secret_ends_at = now() - interval '1 second'");
    expect(await statuses()).toEqual([401, 401]);
    const fourth = await replace();
    const ended = await send('DELETE', `${one}/secret`, { as: people.engineer });
    expect([ended.status, ended.body]).toMatchObject([200, { previous_until_time: null }]);
    expect([await statusOf(third.secret), await statusOf(fourth.secret)]).toEqual([401, 202]);
    const actions = await prisma().auditEvent.findMany({
      where: { subjectType: 'webhook', subjectId: String(id), action: { startsWith: 'webhook.secret' } },
    });
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'webhook.secret',
      'webhook.secret',
      'webhook.secret',
      'webhook.secret_end',
    ]);
    await replace();
    await send('DELETE', one, { as: people.engineer });
    expect(await statusOf(fourth.secret)).toBe(401);
    const [row] = await sql.query<{ kept: boolean }>(
      `select sealed_previous_secret is not null or octet_length(sealed_secret) > 0 as kept from webhook where webhook_id = $1`,
      [id],
    );
    expect(row).toEqual({ kept: false });
  });
});

describe('limits', () => {
  it('S36 a body of more than 1 MB is not read, and one that is no JSON or endlessly nested is refused', async () => {
    const { url, secret } = await create();
    const large = await deliver(url, { secret, body: `"${'x'.repeat(1_000_001)}"` });
    expect(large.status).toBe(413);
    expect((await deliver(url, { secret, body: '{"order":' })).status).toBe(400);
    expect(await deliver(url, { secret, body: '{"order": {"id": 1, "id": 2}}' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('two values for "id"') } },
    });
    const deep = await deliver(url, { secret, body: '['.repeat(400_000) + ']'.repeat(400_000) });
    expect([400, 422]).toContain(deep.status);
    expect(await runs()).toEqual([]);
  });

  it('names of deliveries are short and printable', async () => {
    const { url, secret } = await create();
    for (const name of ['x'.repeat(201), 'a b', 'signature:x']) {
      expect((await deliver(url, { secret, body: order(1), name })).status, name).toBe(400);
    }
  });
});

describe('the rights of a delivery', () => {
  it('S16 are those that the owner has at that moment: who lost the command pauses the webhook', async () => {
    const made = await create();
    const { url, secret, webhook_id: id } = made;
    const { membership } = prisma();
    const where = { orgId_userId: { orgId: ORG_A, userId: people.engineer } };
    const before = await membership.findUniqueOrThrow({ where });
    await membership.update({ where, data: { state: 'pending' } });
    const grants = await prisma().commandUserGrant.findMany({ where: { userId: people.engineer } });
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.engineer } });
    await sql.query(`update command set created_by_user_id = $1 where command_id = $2`, [
      people.orgAdmin,
      take.commandId,
    ]);
    expect((await deliver(url, { secret, body: order(7) })).status).toBe(422);
    expect(await runs()).toEqual([]);
    const asAdmin = { as: people.orgAdmin };
    const [paused] = (await send('GET', path(), asAdmin)).body as Record<string, unknown>[];
    expect(paused).toMatchObject({ is_enabled: false, paused_reason: expect.stringMatching(/take it over/) });
    const { body } = await send('GET', `/${ORG_A}/notifications`, asAdmin);
    expect(body).toMatchObject({ notifications: [{ kind: 'webhook_paused' }] });
    const isOn = { isEnabled: true };
    expect((await send('PATCH', `${path()}/${id}`, { ...asAdmin, body: isOn })).status).toBe(409);
    expect((await send('POST', `${path()}/${id}/take`, asAdmin)).body).toMatchObject({ is_mine: true });
    expect((await send('PATCH', `${path()}/${id}`, { ...asAdmin, body: isOn })).status).toBe(200);
    expect((await deliver(url, { secret, body: order(8) })).status).toBe(202);
    expect(await runs()).toMatchObject([{ startedByUserId: people.orgAdmin }]);
    await membership.update({ where, data: { state: before.state } });
    await prisma().commandUserGrant.createMany({ data: grants });
  });

  it('S16 S18 are checked again when a worker claims the run', async () => {
    const { url, secret } = await create({}, people.orgAdmin);
    const sent = await deliver(url, { secret, body: order(77) });
    const where = { orgId_userId: { orgId: ORG_A, userId: people.orgAdmin } };
    await sql.query('update command set created_by_user_id = $1 where command_id = $2', [
      people.creator,
      take.commandId,
    ]);
    await prisma().membership.update({ where, data: { state: 'deleted' } });
    await executeWaiting();
    expect(await runs()).toMatchObject([{ runId: runIdOf(sent), status: 'failed' }]);
    const rows = await source.query('select from orders where amount = 77');
    expect(rows).toEqual([]);
    await prisma().membership.update({ where, data: { state: 'active' } });
  });

  it('S19 a locked input keeps the command’s value, whatever the body says', async () => {
    const where = { orgId_inputId: { orgId: ORG_A, inputId: inputIds.place ?? 0 } };
    const made = await create({
      inputs: [
        { legoInstanceInputId: inputIds.amount, path: 'amount' },
        { legoInstanceInputId: inputIds.place, path: 'place' },
      ],
    });
    await prisma().commandInput.update({
      where,
      data: { locked: true, useDefaultValue: true, defaultValue: 'Rome' },
    });
    expect(
      (await deliver(made.url, { secret: made.secret, body: { amount: 99, place: 'Oslo' } })).status,
    ).toBe(202);
    await executeWaiting();
    const rows = await source.query('select place from orders where amount = 99');
    expect(rows).toEqual([{ place: 'Rome' }]);
    const refused = await send('PATCH', `${path()}/${made.webhook_id}`, {
      as: people.engineer,
      body: { inputs: [{ legoInstanceInputId: inputIds.place, path: 'place' }] },
    });
    expect(refused.status).toBe(400);
    await prisma().commandInput.update({ where, data: { locked: false, useDefaultValue: false } });
  });

  it('need an approval for each run where the command does', async () => {
    const where = { commandId: take.commandId };
    const made = await create();
    await prisma().command.update({ where, data: { needsApproval: true } });
    const sent = await deliver(made.url, { secret: made.secret, body: order(10) });
    expect(sent.status).toBe(202);
    expect(await executeWaiting()).toEqual([]);
    const request = await prisma().approvalRequest.findFirstOrThrow({ where: { commandId: take.commandId } });
    expect(request).toMatchObject({
      state: 'waiting',
      note: 'Webhook: Orders',
      askedByUserId: people.engineer,
    });
    await prisma().command.update({ where, data: { needsApproval: false } });
  });
});

it('a paused webhook refuses with a reason, and a test delivery starts a real run', async () => {
  const made = await create();
  const one = `${path()}/${made.webhook_id}`;
  await send('PATCH', one, { as: people.engineer, body: { isEnabled: false } });
  expect((await deliver(made.url, { secret: made.secret, body: order(1) })).status).toBe(422);
  await send('PATCH', one, { as: people.engineer, body: { isEnabled: true } });
  const tested = await send('POST', `${one}/test`, { as: people.engineer, body: { body: order(11) } });
  expect(tested.body).toMatchObject({ state: 'started', is_test: true, sender_id: null });
  const wrong = await send('POST', `${one}/test`, { as: people.engineer, body: { body: {} } });
  expect(wrong.body).toMatchObject({ state: 'refused', reason: expect.stringMatching(/amount/i) });
  expect((await deliveriesOf(made)).map(({ state }) => state)).toEqual(['refused', 'started', 'refused']);
});
