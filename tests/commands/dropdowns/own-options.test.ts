import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { connectApi, createApiCommand } from '../../support/things/api-commands';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function mine(pay_token text) returns table (code text) language sql as $$ select pay_token $$;
   create function ship(customer text default '', account text default '') returns text
     language sql as $$ select customer $$;`,
  createOrganizations,
);
withWorker();

/** An API that returns to each person the customer with the person's address. */
let api: HttpDouble;
let ship: MadeCommand;
const inputIds: Record<string, number> = {};
const emails: Record<string, string> = {};

const inputsOf = async ({ commandId }: MadeCommand) =>
  prisma().commandInput.findMany({ where: { commandId }, include: { templateInput: true } });

async function linkFrom(sender: MadeCommand, key: string): Promise<void> {
  const { outputColumnId } = await prisma().outputColumn.findFirstOrThrow({
    where: { commandId: sender.commandId, path: { endsWith: 'code' } },
  });
  const body = {
    name: key,
    senderKitId: sender.commandId,
    senderValueNoocId: outputColumnId,
    senderDisplayNoocId: outputColumnId,
    cacheInterval: 'weekly',
  };
  const as = people.orgAdmin;
  const dropdownId = numberIn(await send('POST', `/${ORG_A}/dropdowns`, { as, body }), 'dropdown_id');
  const target = `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds[key]}` as const;
  expect((await send('PATCH', target, { as, body: { dropdownId } })).status).toBe(200);
}

beforeAll(async () => {
  for (const { userId, email } of await prisma().user.findMany()) emails[userId] = email ?? '';
  api = await startHttpDouble(({ headers: { authorization = '' } }, response) => {
    const [code] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':');
    response.setHeader('content-type', 'application/json').end(JSON.stringify([{ code }]));
  });
  const credsId = await connectApi(api.origin);
  const auth = { authType: 'basic_auth', usernameSource: 'user_email', password: 'p' };
  const as = people.orgAdmin;
  expect((await send('PATCH', `/${ORG_A}/creds/${credsId}`, { as, body: { api: auth } })).status).toBe(200);
  const customers = await createApiCommand(credsId, api.origin, '/my/customers');
  const mine = await commit(source, 'public.mine(text)');
  ship = await commit(source, 'public.ship(text, text)');
  for (const { inputId, templateInput } of await inputsOf(ship)) inputIds[templateInput.key] = inputId;
  const [token] = await inputsOf(mine);
  const target = `/${ORG_A}/kits/${mine.commandId}/li-inputs/${token?.inputId}` as const;
  expect((await send('PATCH', target, { as, body: { variable: 'user_email' } })).status).toBe(200);
  await runSync(customers, {}, as);
  await runSync(mine, {}, as);
  await linkFrom(customers, 'customer');
  await linkFrom(mine, 'account');
});
afterAll(() => api.close());

/** Asks until the options are there, as a form does. */
async function optionsOf(key: string, as: string): Promise<unknown> {
  for (;;) {
    const { body } = await send(
      'GET',
      `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds[key]}/options`,
      { as },
    );
    const { state, options } = body as { state: string; options: { value: unknown }[] };
    if (state !== 'loading') return options.map(({ value }) => value);
  }
}

describe.each([
  ['an API that tells people apart by the credential', 'customer'],
  ['a secret that is filled from the person', 'account'],
])('S17 options by %s', (_, key) => {
  it("are each person's own, and so are the values that a run takes", async () => {
    for (const as of [people.orgAdmin, people.engineer]) {
      expect(await optionsOf(key, as)).toEqual([emails[as]]);
    }
    const values = { [key]: emails[people.orgAdmin] ?? '' };
    expect((await runSync(ship, values, people.orgAdmin)).status).toBe(200);
    expect((await runSync(ship, values, people.engineer)).status).toBe(400);
  });
});
