import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create table calls (sender text);
   create function countries(region text default 'all') returns table (code text, name text)
     language plpgsql volatile as $$
     begin
       insert into calls values (region);
       return query select c.code, c.name from (values ('DE', 'Germany', 'eu'), ('FR', 'France', 'eu'),
         ('JP', 'Japan', 'asia'), (null, 'Nowhere', 'eu')) c (code, name, region)
         where countries.region in ('all', c.region);
     end $$;
   create function many() returns table (code integer, name text) language sql
     as $$ select n, 'Option ' || n from generate_series(1, 50000) n $$;
   create function mine(user_id text) returns table (code text) language sql as $$ select user_id $$;
   create function broken() returns table (code text) language sql as $$ select (1 / 0)::text $$;
   create function ship(region text, country text, tags text[] default '{}', secret text default '') returns text
     language sql as $$ select country $$;`,
  createOrganizations,
);
withWorker();

let ship: MadeCommand;
let countries: MadeCommand;
let many: MadeCommand;
const inputIds: Record<string, number> = {};

const asAdmin = { as: people.orgAdmin };

beforeAll(async () => {
  ship = await commit(source, 'public.ship(text, text, text[], text)');
  countries = await commit(source, 'public.countries(text)');
  many = await commit(source, 'public.many()');
  await runSync(countries, {}, people.orgAdmin);
  await runSync(many, {}, people.orgAdmin);
  const inputs = await prisma().commandInput.findMany({
    where: { commandId: ship.commandId },
    include: { templateInput: true },
  });
  for (const { inputId, templateInput } of inputs) inputIds[templateInput.key] = inputId;
  // The runner and the engineer have the receiving command, and nothing else.
  await prisma().commandUserGrant.deleteMany({});
  await prisma().commandUserGrant.createMany({
    data: [
      { orgId: ORG_A, commandId: ship.commandId, userId: people.runner, role: 'runner' },
      { orgId: ORG_A, commandId: ship.commandId, userId: people.engineer, role: 'admin' },
      { orgId: ORG_A, commandId: countries.commandId, userId: people.creator, role: 'runner' },
      { orgId: ORG_A, commandId: ship.commandId, userId: people.creator, role: 'admin' },
    ],
  });
  await linkFrom(countries, 'country');
});

beforeEach(() => source.query('delete from calls').then(() => prisma().dropdownRun.deleteMany()));

async function columnOf({ commandId }: MadeCommand, path: string): Promise<number> {
  const where = { commandId, path };
  return (await prisma().outputColumn.findFirstOrThrow({ where })).outputColumnId;
}

interface LinkOptions {
  as?: string;
  cacheInterval?: string | null;
  display?: string;
}

async function linkFrom(
  sender: MadeCommand,
  key: string,
  { as = people.orgAdmin, cacheInterval = null, display = 'name' }: LinkOptions = {},
): Promise<number> {
  const body = {
    name: 'Options',
    senderKitId: sender.commandId,
    senderValueNoocId: await columnOf(sender, 'code'),
    senderDisplayNoocId: await columnOf(sender, display),
    cacheInterval,
  };
  const dropdownId = numberIn(await send('POST', `/${ORG_A}/dropdowns`, { as, body }), 'dropdown_id');
  const target = `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds[key]}`;
  expect((await send('PATCH', target, { as, body: { dropdownId } })).status).toBe(200);
  return dropdownId;
}

interface Options {
  state: string;
  options: { value: unknown; display: string }[];
  chosen: { value: unknown; display: string }[];
  total: number;
  match_count: number;
  loaded_at: string | null;
  message: string | null;
  needs: string[];
}

const optionsPath = (key: string) => `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds[key]}/options`;

async function ask(key: string, query: Record<string, string> = {}, as: string = people.runner) {
  const { status, body } = await send('GET', `${optionsPath(key)}?${new URLSearchParams(query)}`, { as });
  return { status, body: body as Options };
}

/** Asks until the options are there, as a form does; each request waits for the run's end by itself. */
async function loaded(key: string, query: Record<string, string> = {}, as?: string): Promise<Options> {
  for (;;) {
    const { status, body } = await ask(key, query, as);
    expect(status, JSON.stringify(body)).toBe(200);
    if (body.state !== 'loading') return body;
    delete query.refresh;
  }
}

const calls = async () =>
  ((await source.query('select sender from calls')) as { sender: string }[]).map(({ sender }) => sender);
const run = (values: Record<string, string | string[]>, as: string = people.runner) =>
  runSync(ship, values, as);

describe('options from a command', () => {
  it('S17 a runner gets its options, and nothing else of it', async () => {
    const options = await loaded('country');
    expect(options).toMatchObject({
      state: 'ready',
      options: [
        { value: 'DE', display: 'Germany' },
        { value: 'FR', display: 'France' },
        { value: 'JP', display: 'Japan' },
      ],
      total: 3,
    });
    expect(Object.keys(options).sort()).toEqual(
      ['chosen', 'loaded_at', 'match_count', 'message', 'needs', 'options', 'state', 'total'].sort(),
    );
    const { runId, startedByUserId, trigger } = await prisma().run.findFirstOrThrow({
      where: { trigger: 'dropdown' },
      orderBy: { runId: 'desc' },
    });
    expect({ startedByUserId, trigger }).toEqual({ startedByUserId: people.runner, trigger: 'dropdown' });
    const read = (path: string) => send('GET', `/${ORG_A}${path}`, { as: people.runner });
    expect((await read(`/kits/${countries.commandId}/runs/${runId}`)).status).toBe(404);
    expect((await read(`/deep-kits-6/${countries.commandId}`)).status).toBe(404);
    const history = await read('/skinny-runs?filter=is_dropdown:true');
    expect(JSON.stringify(history.body)).not.toContain('countries');
  });

  it('need access to the receiving command', async () => {
    expect((await ask('country', {}, people.member)).status).toBe(404);
    expect((await send('GET', optionsPath('country'))).status).toBe(401);
  });

  it("S17 need the linking engineer's access to the sending command, whenever they are loaded", async () => {
    const dropdownId = await linkFrom(countries, 'country', { as: people.creator });
    expect(await loaded('country')).toMatchObject({ state: 'ready', total: 3 });
    const grant = { orgId: ORG_A, commandId: countries.commandId, userId: people.creator };
    await prisma().commandUserGrant.deleteMany({ where: grant });
    const refused = await loaded('country');
    expect(refused).toMatchObject({ state: 'failed', options: [], total: 0 });
    expect(refused.message).toContain('no longer has access');
    expect((await run({ region: 'eu', country: 'DE' })).status).toBe(400);
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
    // Anyone who links it again vouches for it with their own access.
    const target = `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds.country}`;
    await send('PATCH', target, { ...asAdmin, body: { dropdownId: null } });
    await send('PATCH', target, { ...asAdmin, body: { dropdownId } });
    expect(await loaded('country')).toMatchObject({ state: 'ready' });
  });

  it('are searched on the server, among tens of thousands', async () => {
    await linkFrom(many, 'country');
    const all = await loaded('country');
    expect(all.total).toBe(50_000);
    expect(all.options).toHaveLength(100);
    const found = await loaded('country', { search: 'option 4999', chosen: '["50000", 7]' });
    expect(found.match_count).toBe(11);
    expect(found.options[0]).toEqual({ value: 4999, display: 'Option 4999' });
    expect(found.chosen).toEqual([
      { value: 50000, display: 'Option 50000' },
      { value: 7, display: 'Option 7' },
    ]);
    expect(await prisma().dropdownRun.count()).toBe(1);
    await linkFrom(countries, 'country');
  });

  it('are cached by everything that is sent, for as long as the dropdown says', async () => {
    await linkFrom(countries, 'country', { cacheInterval: 'daily' });
    for (const region of ['eu', 'asia', 'eu'])
      await loaded('country', { values: JSON.stringify({ region }) });
    expect((await calls()).sort()).toEqual(['asia', 'eu']);
    // Another person with the same values gets the same result.
    await loaded('country', { values: '{"region":"eu"}' }, people.engineer);
    expect(await calls()).toHaveLength(2);
    await loaded('country', { values: '{"region":"eu"}', refresh: 'true' });
    expect(await calls()).toHaveLength(3);
    // A changed sender is another sender.
    const kit = `/${ORG_A}/kits/${countries.commandId}`;
    await send('PATCH', kit, { ...asAdmin, body: { description: 'Changed' } });
    await loaded('country', { values: '{"region":"eu"}' });
    expect(await calls()).toHaveLength(4);
    const day = 24 * 60 * 60 * 1000;
    await prisma().run.updateMany({
      where: { trigger: 'dropdown' },
      data: { endedAt: new Date(Date.now() - day - 1000) },
    });
    await loaded('country', { values: '{"region":"eu"}' });
    expect(await calls()).toHaveLength(5);
    await linkFrom(countries, 'country');
  });

  it('S58 are loaded once by requests at the same time', async () => {
    // With a cache, a request that comes after the end of the run starts no other one either.
    await linkFrom(countries, 'country', { cacheInterval: 'daily' });
    await Promise.all(['a', 'b', 'c', 'd'].map((search) => ask('country', { search })));
    await loaded('country');
    expect(await prisma().dropdownRun.count()).toBe(1);
    await linkFrom(countries, 'country');
  });

  it('depend on the other values of the form, where the sending command takes them', async () => {
    const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${ship.commandId}`, { as: people.runner });
    expect(Object.values((body as { dropdowns: object }).dropdowns)).toContainEqual(
      expect.objectContaining({ depends_on: ['region'] }),
    );
    const asia = await loaded('country', { values: '{"region":"asia"}' });
    expect(asia.options).toEqual([{ value: 'JP', display: 'Japan' }]);
  });

  it("S17 a failed run says that it failed, not what the command's source said", async () => {
    const broken = await commit(source, 'public.broken()');
    await linkFrom(broken, 'country', { display: 'code' });
    const failed = await loaded('country');
    expect(failed.state).toBe('failed');
    expect(JSON.stringify(failed)).not.toMatch(/division|zero|broken/);
    await linkFrom(countries, 'country');
  });

  it('S17 leave out what the sending command masks', async () => {
    const mask = (maskedOutputs: object[]) =>
      send('PATCH', `/${ORG_A}/kits/${countries.commandId}`, { ...asAdmin, body: { maskedOutputs } });
    expect((await mask([{ kind: 'column', path: 'name' }])).status).toBe(200);
    expect((await loaded('country')).options[0]).toEqual({ value: 'DE', display: 'DE' });
    await mask([{ kind: 'column', path: 'code' }]);
    expect(await loaded('country')).toMatchObject({ state: 'ready', options: [], total: 0 });
    expect((await run({ region: 'eu', country: 'DE' })).status).toBe(400);
    await mask([]);
  });

  it('are not loaded for the link of another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await send('GET', optionsPath('country'), { as: people.runner, headers })).status).toBe(403);
    expect(await prisma().dropdownRun.count()).toBe(0);
  });

  it('never come from a command that is marked as changing data', async () => {
    const template = `/${ORG_A}/command-templates/${countries.templateId}`;
    await send('PATCH', template, { ...asAdmin, body: { warningTag: 'updates_data' } });
    expect(await loaded('country')).toMatchObject({ state: 'failed', options: [] });
    const body = {
      name: 'x',
      senderKitId: countries.commandId,
      senderValueNoocId: await columnOf(countries, 'code'),
      senderDisplayNoocId: await columnOf(countries, 'code'),
    };
    expect((await send('POST', `/${ORG_A}/dropdowns`, { ...asAdmin, body })).status).toBe(400);
    expect(await calls()).toEqual([]);
    await send('PATCH', template, { ...asAdmin, body: { warningTag: 'safe' } });
  });
});

describe('S19 a run takes only values that the options of its form have', () => {
  it('no matter who sends them, and whether or not the options were loaded before', async () => {
    expect((await run({ region: 'asia', country: 'JP' })).status).toBe(200);
    const refused = await run({ region: 'asia', country: 'DE' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('\\"DE\\" is not an option of its dropdown');
    expect((await run({ region: 'eu', country: 'DE' }, people.engineer)).status).toBe(200);
    expect((await run({ region: 'eu', country: 'JP' }, people.orgAdmin)).status).toBe(400);
  });

  it('in each row of a bulk run, with one load for each different set', async () => {
    const pairs = [
      ['eu', 'DE'],
      ['eu', 'FR'],
      ['eu', 'JP'],
      ['asia', 'JP'],
      ['eu', 'DE'],
    ];
    const body = {
      olId: ship.templateId,
      kitId: ship.commandId,
      runramsList: pairs.map(([region, country]) => ({ region, country })),
    };
    const answered = await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body });
    expect(answered).toMatchObject({
      status: 400,
      body: {
        error: {
          issues: [{ path: 'runramsList[2].country', message: '"JP" is not an option of its dropdown' }],
        },
      },
    });
    expect(await source.query('select sender from calls order by sender')).toEqual([
      { sender: 'asia' },
      { sender: 'eu' },
    ]);
  });

  it('not null in place of an option, another type, nor a list of lists', async () => {
    const tried = [null, ['DE'], [['DE']], { value: 'DE' }, ' DE', 'de', 'DE\u0000', true];
    for (const country of tried) {
      const params = { region: 'eu', country: country as never };
      expect([country, (await run(params)).status]).toEqual([country, 400]);
    }
  });

  it('in lists, too', async () => {
    await linkFrom(countries, 'tags');
    expect((await run({ region: 'eu', country: 'DE', tags: ['DE', 'FR'] })).status).toBe(200);
    expect((await run({ region: 'eu', country: 'DE', tags: ['DE', 'JP'] })).status).toBe(400);
  });

  it('beyond what a form shows', async () => {
    await linkFrom(many, 'country');
    expect((await run({ region: 'eu', country: '49999', tags: [] })).status).toBe(200);
    expect((await run({ region: 'eu', country: '50001', tags: [] })).status).toBe(400);
  });
});

describe('texts that mean options', () => {
  beforeEach(() => linkFrom(countries, 'country').then(() => undefined));

  const find = async (texts: string[], values: Record<string, string>, as: string = people.runner) => {
    await loaded('country', { values: JSON.stringify(values) });
    return send('POST', `${optionsPath('country')}/found`, { as, body: { texts, values } });
  };

  it('as their value or as their name, in any letter case, for the same form', async () => {
    const { status, body } = await find(['DE', 'Germany', ' germany ', 'Japan', 'x'], { region: 'eu' });
    expect([status, body]).toEqual([
      200,
      {
        state: 'ready',
        message: null,
        needs: [],
        found: [
          { text: 'DE', is_value: true, named: [] },
          { text: 'Germany', is_value: false, named: ['DE'] },
          { text: ' germany ', is_value: false, named: ['DE'] },
        ],
      },
    ]);
  });

  it('as all options of the same name, and as one value that is another name', async () => {
    await source.query(`create function cities() returns table (code text, name text) language sql
      as $$ values ('12', 'Springfield'), ('40', 'Springfield'), ('7', 'SPRINGFIELD'), ('3', '12') $$`);
    const cities = await commit(source, 'public.cities()');
    await runSync(cities, {}, people.orgAdmin);
    await linkFrom(cities, 'country');
    const { body } = await find(['Springfield', 'springfield', 'SPRINGFIELD', '12'], {});
    expect(body).toMatchObject({
      found: [
        { text: 'Springfield', is_value: false, named: ['12', '40'] },
        { text: 'springfield', is_value: false, named: ['12', '40', '7'] },
        { text: 'SPRINGFIELD', is_value: false, named: ['7'] },
        { text: '12', is_value: true, named: ['3'] },
      ],
    });
  });

  it('are said only to people who have the command, and of inputs that have a dropdown', async () => {
    expect((await find(['DE'], {}, people.member)).status).toBe(404);
    const of = `/${ORG_A}/kits/${ship.commandId}/li-inputs/${inputIds.region}/options/found`;
    expect((await send('POST', of, { as: people.runner, body: { texts: ['eu'] } })).status).toBe(400);
  });
});

it("S19 a locked input passes on the command's value, whatever the form sends", async () => {
  await linkFrom(countries, 'country');
  const data = { locked: true, defaultValue: 'asia' };
  await prisma().commandInput.update({ where: { inputId: inputIds.region }, data });
  const options = await loaded('country', { values: '{"region":"eu"}' });
  expect(options.options.map(({ value }) => value)).toEqual(['JP']);
});

it('a dropdown whose column is gone says so, instead of offering nothing', async () => {
  await source.query(`create function colors() returns table (code text, name text) language sql
    as $$ values ('r', 'Red') $$`);
  const colors = await commit(source, 'public.colors()');
  await runSync(colors, {}, people.orgAdmin);
  await linkFrom(colors, 'country');
  expect((await ask('country')).body).toMatchObject({ state: 'ready', total: 1 });
  await source.query(`drop function colors; create function colors() returns table (id text, name text) language sql
    as $$ values ('r', 'Red') $$`);
  await prisma().dropdownRun.deleteMany();
  await expect
    .poll(async () => (await ask('country')).body, { timeout: 60_000 })
    .toMatchObject({
      state: 'failed',
      options: [],
      message: expect.stringMatching(/^The command behind this dropdown no longer returns the column/),
    });
});

describe('options of a dropdown that is not saved yet', () => {
  const preview = async (
    sender: MadeCommand,
    key: string,
    changes: object = {},
    as: string = people.creator,
  ) => {
    const body = {
      senderKitId: sender.commandId,
      senderValueNoocId: await columnOf(sender, 'code'),
      senderDisplayNoocId: await columnOf(sender, 'name'),
      ...changes,
    };
    const { status, body: answer } = await send('POST', `${optionsPath(key)}/preview`, { as, body });
    return { status, body: answer as Options };
  };

  it('are those that a form would show, with the values of the form', async () => {
    const { status, body } = await preview(countries, 'tags', { values: { region: 'asia' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'ready', options: [{ value: 'JP', display: 'Japan' }], total: 1 });
  });

  it('S17 are refused to an engineer who can not run the command they come from', async () => {
    expect(await preview(countries, 'tags', {}, people.engineer)).toMatchObject({ status: 400 });
    expect(await calls()).toEqual([]);
  });

  it('are refused for columns of another command, and for a command that changes data', async () => {
    const column = await columnOf(many, 'code');
    expect((await preview(countries, 'tags', { senderValueNoocId: column })).status).toBe(400);
    const where = { templateId: countries.templateId };
    await prisma().template.update({ where, data: { warningTag: 'updates_data' } });
    const refused = await preview(countries, 'tags');
    await prisma().template.update({ where, data: { warningTag: null } });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('marked as changing data');
    expect(await calls()).toEqual([]);
  });
});
