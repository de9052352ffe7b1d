import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { isReservedSlug } from '@/lib/orgs/slug';
import { withClient } from '@/scripts/postgres/connect';
import { prisma } from '@/server/base/database/prisma';
import { asOwner, withApp } from '../../support/app/app';
import { createEmptyDatabase, type TestDatabase } from '../../support/app/database';
import { send } from '../../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ ORGS_PER_PERSON: '50' });

let samples: TestDatabase;

beforeAll(async () => {
  samples = await createEmptyDatabase();
  await withClient(samples.url, (client) =>
    client.query(
      `create schema shop;
       create function shop.best_sellers(row_limit integer) returns table (name text) language sql as $$ select 'Tea' $$;
       create function shop.undo_refund(order_id integer) returns integer language sql as $$ select order_id $$;
       create function shop.nothing_of_the_sandbox() returns integer language sql as $$ select 1 $$;`,
    ),
  );
  process.env.SAMPLE_DATABASE_URL = samples.url;
  await createOrganizations();
});
afterAll(async () => {
  delete process.env.SAMPLE_DATABASE_URL;
  await samples.drop();
});

interface Org {
  org_id: string;
  name: string;
  slugs: { slug: string; is_active: boolean }[];
  is_sandbox: boolean;
  role: string;
}

const create = (as: string, body: object) => send('POST', '/users/me/orgs', { as, body });
const createSandbox = (as: string) => send('POST', '/users/me/sandbox', { as });
const myOrgs = async (as: string) => (await send('GET', '/users/me/orgs', { as })).body as Org[];
const signIn = (userId: string) =>
  send('POST', '/demo/sign-in', { body: { userId }, headers: { origin: 'http://localhost:3000' } });

async function made(as: string, orgName: string): Promise<Org> {
  const { status, body } = await create(as, { orgName });
  expect(status).toBe(201);
  return body as Org;
}

describe('creating an organization', () => {
  it('S55 makes its creator the admin, saves their name, and leaves one audit row', async () => {
    const { status, body } = await create(people.nobody, { orgName: ' Acme Ltd ', userName: 'Nora Body' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      org_id: 'acme-ltd',
      name: 'Acme Ltd',
      slugs: [{ slug: 'acme-ltd', is_active: true }],
      is_sandbox: false,
      is_pending_to_org: false,
      role: 'admin',
    });
    expect((await send('GET', '/users/me', { as: people.nobody })).body).toMatchObject({ name: 'Nora Body' });
    expect(await myOrgs(people.nobody)).toHaveLength(1);
    expect(await prisma().auditEvent.findMany({ where: { orgId: 'acme-ltd' } })).toMatchObject([
      { action: 'org.create', actorUserId: people.nobody, after: { name: 'Acme Ltd' } },
    ]);
    expect((await send('GET', '/acme-ltd/members', { as: people.nobody })).body).toMatchObject([
      { user_id: people.nobody, role: 'admin' },
    ]);
    expect((await send('GET', '/acme-ltd/members', { as: people.orgAdmin })).status).toBe(404);
  });

  it('with a name that is taken adds a number, even when several do it at once', async () => {
    const orgs = await Promise.all(Array.from({ length: 4 }, () => made(people.nobody, 'Twins')));
    expect(orgs.map(({ org_id }) => org_id).sort()).toEqual(['twins', 'twins-2', 'twins-3', 'twins-4']);
  });

  it.each(['Users', 'API', 'sandbox', 'Sandbox 9', 'orgs', 'Create-Org', '日本'])(
    'with the name %s gets a slug that is not a reserved word',
    async (name) => {
      const org = await made(people.nobody, name);
      expect(org.name).toBe(name);
      expect(isReservedSlug(org.org_id)).toBe(false);
      expect(org.slugs.some(({ slug }) => isReservedSlug(slug))).toBe(false);
    },
  );

  it('S20 takes names of 1 to 40 characters, and refuses unknown keys', async () => {
    const count = () => prisma().org.count();
    const before = await count();
    for (const body of [
      {},
      { orgName: '' },
      { orgName: '   ' },
      { orgName: 'x'.repeat(41) },
      { orgName: 'Fine', userName: 'x'.repeat(41) },
      { orgName: 'Fine', orgId: 'mine' },
      { orgName: 'Fine', role: 'admin' },
      { orgName: 'Fine', isSandbox: true },
    ]) {
      expect((await create(people.nobody, body)).status).toBe(400);
    }
    expect((await send('POST', '/users/me/orgs', { body: { orgName: 'Fine' } })).status).toBe(401);
    expect(await count()).toBe(before);
  });

  it('S58 once for one key', async () => {
    const sent = {
      as: people.nobody,
      body: { orgName: 'Pressed twice' },
      headers: { 'idempotency-key': 'press-1' },
    };
    const [first, second] = [
      await send('POST', '/users/me/orgs', sent),
      await send('POST', '/users/me/orgs', sent),
    ];
    expect(second.body).toEqual(first.body);
    expect(await prisma().org.count({ where: { name: 'Pressed twice' } })).toBe(1);
  });
});

describe('the first organization', () => {
  it('is created at sign-in for a person without one, and is named after them', async () => {
    expect((await signIn(people.pending)).status).toBe(200);
    const orgs = await myOrgs(people.pending);
    expect(orgs.filter(({ name }) => name === "pending's org")).toHaveLength(1);
    // An invitation waits as before, and grants nothing.
    expect(orgs).toContainEqual(expect.objectContaining({ org_id: ORG_A, is_pending_to_org: true }));
    expect((await send('GET', `/${ORG_A}/members`, { as: people.pending })).status).toBe(404);
    await signIn(people.pending);
    expect(await myOrgs(people.pending)).toHaveLength(orgs.length);
  });

  it('is created once, however often they sign in at once', async () => {
    await prisma().user.create({ data: { userId: 'demo-eager', name: 'Eager Beaver' } });
    await Promise.all(Array.from({ length: 5 }, () => signIn('demo-eager')));
    expect(await myOrgs('demo-eager')).toMatchObject([{ name: "Eager's org", role: 'admin' }]);
  });

  it('is not created for a person who is in one', async () => {
    await signIn(people.runner);
    expect((await myOrgs(people.runner)).map(({ org_id }) => org_id)).toEqual([ORG_A]);
  });
});

describe('a sandbox', () => {
  it('comes with working example commands and its own connection', async () => {
    await prisma().user.create({ data: { userId: 'demo-curious', name: 'Curious' } });
    const { status, body } = await createSandbox('demo-curious');
    expect(status).toBe(201);
    const sandbox = body as Org;
    expect(sandbox).toMatchObject({
      org_id: expect.stringMatching(/^sandbox-\d+$/),
      name: 'Sandbox',
      is_sandbox: true,
      blob_location: null,
      role: 'admin',
    });
    const commands = await send('GET', `/${sandbox.org_id}/skinny-kits`, { as: 'demo-curious' });
    expect(commands.body).toMatchObject([{ name: 'Best sellers' }, { name: 'Undo a refund' }]);
    const credentials = await send('GET', `/${sandbox.org_id}/creds`, { as: 'demo-curious' });
    expect(credentials.body).toMatchObject([{ name: 'Sample shop', is_builtin: true }]);
  });

  it('can be created by admins and people without an organization, five at most', async () => {
    expect((await createSandbox(people.runner)).status).toBe(403);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await createSandbox(people.orgAdminB)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409]);
    const numbers = (await myOrgs(people.orgAdminB)).filter(({ is_sandbox }) => is_sandbox);
    expect(new Set(numbers.map(({ org_id }) => org_id)).size).toBe(5);
  });

  it('that cannot be filled does not exist', async () => {
    const before = await prisma().org.count();
    const credentials = await prisma().credential.count();
    await asOwner(`alter table template add constraint broken check (org_id not like 'sandbox-%') not valid`);
    const { status } = await createSandbox(people.orgAdmin);
    await asOwner(`alter table template drop constraint broken`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await prisma().org.count()).toBe(before);
    expect(await prisma().credential.count()).toBe(credentials);
    expect((await createSandbox(people.orgAdmin)).status).toBe(201);
  });

  it('keeps its number as its name', async () => {
    const sandbox = (await myOrgs(people.orgAdmin)).find(({ is_sandbox }) => is_sandbox);
    const rename = { as: people.orgAdmin, body: { name: 'Mine' } };
    expect((await send('PATCH', `/${sandbox?.org_id}/org`, rename)).status).toBe(409);
  });
});

describe('renaming an organization', () => {
  const rename = (body: object, as: string = people.orgAdmin) => send('PATCH', `/${ORG_A}/org`, { as, body });

  it('S55 changes its name and its slug, reserves the old slug, and leaves one audit row', async () => {
    const { status, body } = await rename({ name: 'Alpha', slug: 'alpha' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      org_id: ORG_A,
      name: 'Alpha',
      slugs: [
        { slug: 'alpha', is_active: true },
        { slug: ORG_A, is_active: false },
      ],
    });
    await rename({ name: 'Alpha' });
    expect(await prisma().auditEvent.findMany({ where: { action: 'org.update' } })).toMatchObject([
      { before: { name: ORG_A, slug: ORG_A }, after: { name: 'Alpha', slug: 'alpha' } },
    ]);
    // Another person's new organization cannot take over the old links.
    expect((await made(people.nobody, 'Org A')).org_id).toBe('org-a-2');
    expect((await made(people.nobody, 'Alpha')).org_id).toBe('alpha-2');
  });

  it('can return to one of its old slugs', async () => {
    expect((await rename({ slug: ORG_A })).body).toMatchObject({
      slugs: [
        { slug: 'alpha', is_active: false },
        { slug: ORG_A, is_active: true },
      ],
    });
  });

  it.each([ORG_B, 'users', 'sandbox', 'sandbox-77', 'orgs', 'api'])('refuses the slug %s', async (slug) => {
    expect((await rename({ slug })).status).toBe(409);
    const active = await prisma().orgSlug.findMany({ where: { orgId: ORG_A, isActive: true } });
    expect(active).toMatchObject([{ slug: ORG_A }]);
  });

  it.each(['', 'A', 'a b', 'a/b', '..', '-a', 'a--b', 'x'.repeat(41), 'ü'])(
    'rejects the slug %j as malformed',
    async (slug) => {
      expect((await rename({ slug })).status).toBe(400);
    },
  );

  it('requires one of its admins', async () => {
    expect((await rename({ name: 'Mine' }, people.engineer)).status).toBe(403);
    expect((await rename({ name: 'Mine' }, people.orgAdminB)).status).toBe(404);
    expect((await rename({ name: 'Mine', orgId: ORG_B })).status).toBe(400);
  });

  it('gives a slug to one of two who want it at once', async () => {
    const answers = await Promise.all([
      rename({ slug: 'wanted' }),
      send('PATCH', `/${ORG_B}/org`, { as: people.orgAdminB, body: { slug: 'wanted' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await prisma().orgSlug.count({ where: { slug: 'wanted' } })).toBe(1);
    expect(await prisma().orgSlug.count({ where: { isActive: true, orgId: { in: [ORG_A, ORG_B] } } })).toBe(
      2,
    );
  });
});

describe('reserved words', () => {
  it('include the first segment of every address', () => {
    const inApi = operations.map(({ path }) => path.split('/')[1] ?? '');
    const inPages = ['app', 'app/(public)', 'app/(signed-in)'].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name),
    );
    const names = [...inApi, ...inPages].filter((name) => /^[a-z]/.test(name));
    // Segments that no slug can contain need not be listed.
    const possible = names.filter((name) => /^[a-z0-9-]+$/.test(name));
    expect(possible.length).toBeGreaterThan(8);
    expect(possible.filter((name) => !isReservedSlug(name))).toEqual([]);
  });
});
