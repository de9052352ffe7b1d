import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send } from '../../support/app/http';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { deliver } from '../../support/things/webhooks';

withApp({ WEBHOOK_DELIVERIES_PER_MINUTE: '2' });

const password: InputType = {
  typeSystem: 'postgres',
  typeId: 'text',
  jsonType: 'string',
  component: 'b-input',
  inputType: 'password',
  constraints: {},
  options: null,
  element: null,
  properties: null,
};

let command: MadeCommand;
const inputIds: Record<string, number> = {};

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  command = await createCommand(ORG_A, people.creator, made.credentialA, {
    friendlyName: 'hooked',
    inputs: [integerInput('amount'), integerInput('pin', { type: password, defaultAmbiguousInput: 'omit' })],
  });
  const rows = await prisma().commandInput.findMany({
    where: { commandId: command.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
});

const path = () => `/${ORG_A}/kits/${command.commandId}/webhooks`;
const create = (inputs: object[], as: string = people.creator): Promise<Answered> =>
  send('POST', path(), { as, body: { name: 'Orders', inputs } });
const amount = () => ({ legoInstanceInputId: inputIds.amount, path: 'order.id' });

describe('a webhook', () => {
  it('S32 shows its secret once, and keeps it sealed', async () => {
    const made = await create([amount()]);
    const { secret, url } = made.body as { secret: string; url: string };
    expect(secret).toMatch(/^pbwh_[\w-]{43}$/);
    expect(url).toMatch(/\/api\/v1\/org-a\/webhooks\/[\w-]{22}$/);
    const listed = [
      await send('GET', path(), { as: people.creator }),
      await send('GET', `/${ORG_A}/webhooks`, { as: people.creator }),
    ];
    for (const { body } of listed) expect(JSON.stringify(body)).not.toContain(secret);
    const row = await prisma().webhook.findFirstOrThrow({
      where: { webhookId: numberIn(made, 'webhook_id') },
    });
    expect(Buffer.from(row.sealedSecret).toString('latin1')).not.toContain(secret);
    const audit = await prisma().auditEvent.findMany({ where: { subjectType: 'webhook' } });
    expect(JSON.stringify(audit.map(({ before, after }) => [before, after]))).not.toContain(secret);
  });

  it('S53 keeps the fixed value of a password sealed, through changes of others', async () => {
    const made = await create([amount(), { legoInstanceInputId: inputIds.pin, valueJson: 'canary-pin' }]);
    const id = numberIn(made, 'webhook_id');
    const changed = await send('PATCH', `${path()}/${id}`, {
      as: people.creator,
      body: {
        inputs: [
          { legoInstanceInputId: inputIds.amount, path: 'id' },
          { legoInstanceInputId: inputIds.pin, valueJson: { is_set: true } },
        ],
      },
    });
    expect(changed.body).toMatchObject({
      inputs: [{ path: 'id' }, { path: null, value_json: { is_set: true } }],
    });
    expect(JSON.stringify([made.body, changed.body])).not.toContain('canary-pin');
    const rows = await prisma().webhookInput.findMany({ where: { webhookId: id } });
    expect(JSON.stringify(rows.map(({ value }) => value))).not.toContain('canary-pin');
    expect(rows.filter(({ sealedValue }) => sealedValue !== null)).toHaveLength(1);
  });

  it.each([
    ['text that is no path', () => [{ ...amount(), path: 'a..b' }], 400],
    ['an input of another command', () => [{ legoInstanceInputId: 2_000_000_000, path: 'a' }], 400],
    ['an input twice', () => [amount(), amount()], 400],
    ['a path and a value', () => [{ ...amount(), valueJson: 1 }], 400],
    ['an unknown key', () => [{ ...amount(), ownerUserId: people.orgAdmin }], 400],
  ])('S20 is refused with %s', async (_, inputs, status) => {
    expect((await create(inputs())).status).toBe(status);
  });

  it('S14 is in the organization’s list of those who configure its command, and of nobody else', async () => {
    const seen = async (as: string) =>
      ((await send('GET', `/${ORG_A}/webhooks`, { as })).body as { kit_id: number }[]).some(
        ({ kit_id }) => kit_id === command.commandId,
      );
    expect([await seen(people.creator), await seen(people.orgAdmin), await seen(people.member)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('S06 a runner of its command neither sees nor makes one', async () => {
    expect((await create([amount()], people.runner)).status).toBeGreaterThanOrEqual(403);
    expect((await send('GET', path(), { as: people.runner })).status).toBeGreaterThanOrEqual(403);
  });

  it('S57 takes no more deliveries a minute than its limit, and says when to try again', async () => {
    // The limit grows with time.
    vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
    onTestFinished(() => void vi.restoreAllMocks());
    const { secret, url } = (await create([amount()])).body as { secret: string; url: string };
    const sent = [];
    for (const id of ['x', 'y', 'z']) sent.push(await deliver(url, { secret, body: { order: { id } } }));
    expect(sent.map(({ status }) => status)).toEqual([422, 422, 429]);
    expect(sent[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
