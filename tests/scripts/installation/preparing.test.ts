import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { readyAt } from '@/scripts/starting/readiness';
import { OpeningError, openedAddress } from '@/server/base/schema/opened-address';
import { type AppDatabase, createAppDatabase } from '../../support/app/database';

const keys = `k1:${randomBytes(32).toString('base64')}`;
let database: AppDatabase;
beforeAll(async () => {
  database = await createAppDatabase();
});
afterAll(() => database.drop());

const elsewhere = (url: string): string => Object.assign(new URL(url), { pathname: '/not_there' }).href;
const NOT_THERE = `can't be opened: database "not_there" does not exist`;

/** The preparation from its source, until it has ended or said something. */
async function prepare(how: 'all' | 'migrate' | 'wait', variables: Record<string, string>, until?: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/prepare.ts', how], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      AUTH_MODE: 'hosted',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'pushboard@example.com',
      APP_URL: 'http://localhost:3000',
      ENCRYPTION_KEYS: keys,
      ...variables,
    },
  });
  let said = '';
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (until !== undefined && said.includes(until)) child.kill();
    });
  }
  const [code] = await once(child, 'close');
  return { code, lines: said.trim().split('\n'), messages };
}

describe('a database that can’t be opened is named by its variable, with the reason and without a stack', () => {
  it('in DATABASE_URL, next to an owner’s address that can', async () => {
    const { code, lines } = await prepare('all', {
      DATABASE_URL: elsewhere(database.url),
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    expect([code, lines]).toEqual([1, [`The database in DATABASE_URL ${NOT_THERE}`]]);
  });

  it('in DATABASE_URL, next to a direct address that can', async () => {
    const { code, lines } = await prepare('all', {
      DATABASE_URL: elsewhere(database.url),
      DATABASE_DIRECT_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
    expect([code, lines]).toEqual([1, [`The database in DATABASE_URL ${NOT_THERE}`]]);
  });

  it('in DATABASE_OWNER_URL', async () => {
    const { code, lines } = await prepare('all', {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: elsewhere(database.ownerUrl),
    });
    expect([code, lines]).toEqual([1, [`The database in DATABASE_OWNER_URL ${NOT_THERE}`]]);
  });

  it('by a process that waits for it', async () => {
    const { lines, messages } = await prepare('wait', { DATABASE_URL: elsewhere(database.url) }, 'not_there');
    expect(lines).toEqual([`Waiting for the database. The database in DATABASE_URL ${NOT_THERE}`]);
    expect(messages[0]).toEqual({ database: false, missing: [] });
  });

  it('also if nothing answers at any of its addresses', () => {
    const refused = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
    expect(new OpeningError('DATABASE_URL', new AggregateError(refused)).message).toBe(
      "The database in DATABASE_URL can't be opened: connect ECONNREFUSED ::1:5432",
    );
  });

  it('and one of an option, too', async () => {
    await expect(openedAddress(elsewhere(database.url), '--to')).rejects.toThrow(
      `The database in --to ${NOT_THERE}`,
    );
    expect(await openedAddress(database.url, '--to')).toBe(database.url);
    const refused = openedAddress('postgresql://app:hu@nt/er#hu@127.0.0.1/app', '--to');
    await expect(refused).rejects.toThrow(
      "The database in --to can't be opened: its address has a user or password with a special character",
    );
    await expect(refused).rejects.not.toThrow(/\b(hu|nt|er)\b/);
  });
});

it('without DATABASE_OWNER_URL, a database that was handed over is refused without a word on who owns its tables', async () => {
  const { code, lines } = await prepare('all', { DATABASE_URL: database.url });
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^The tables of this database belong to the role .*\. Set DATABASE_OWNER_URL/)],
  ]);
});

it('a start learns whether there is an admin, and whether the database is held', async () => {
  const variables = { DATABASE_URL: database.ownerUrl };
  const without = await prepare('all', variables);
  expect(without.lines).toEqual([expect.stringContaining('DATABASE_OWNER_URL is not set')]);
  expect(without.messages).toEqual([{ hasAdmin: false, isHeld: false }]);
  await withClient(database.superuserUrl, async (client) => {
    await client.query(`insert into org (org_id, name) values ('o1', 'Example')`);
    await client.query(`insert into "user" (user_id, name, email) values ('u1', 'Boss', 'boss@example.com')`);
    await client.query(
      `insert into membership (org_id, user_id, role, state) values ('o1', 'u1', 'admin', 'active')`,
    );
  });
  expect((await prepare('all', variables)).messages).toEqual([{ hasAdmin: true, isHeld: false }]);
  const moved = await prepare('all', { ...variables, APP_URL: 'https://moved.example.com' });
  expect(moved.messages).toEqual([{ hasAdmin: true, isHeld: true }]);
  expect(moved.lines.at(-1)).toMatch(
    /^This database is a copy, .*Sign-in links aren't sent either; make one: npm run admin -- sign-in you@example\.com$/,
  );
  await withClient(database.superuserUrl, (client) => client.query('delete from installation'));
});

it('a start leaves a known text under its keys, by which a rotation knows them; bringing the schema up to date doesn’t', async () => {
  const variables = {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEYS: `${keys},k2:${randomBytes(32).toString('base64')}`,
  };
  const known = () =>
    withClient(database.superuserUrl, async (client) => {
      const { rows } = await client.query<{ key_id: string }>(
        `select key_id from key_canary where key_id = 'k2'`,
      );
      return rows.length;
    });
  expect((await prepare('migrate', variables)).code).toBe(0);
  expect(await known()).toBe(0);
  expect((await prepare('all', variables)).code).toBe(0);
  expect(await known()).toBe(1);
});

describe('variables that must lead to one database', () => {
  let other: AppDatabase;
  beforeAll(async () => {
    other = await createAppDatabase();
  });
  afterAll(() => other.drop());
  const nameOf = (url: string) => new URL(url).pathname.slice(1);

  it.each(['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)('%s', async (variable) => {
    const wrong = variable === 'DATABASE_OWNER_URL' ? other.ownerUrl : other.url;
    const { code, lines } = await prepare('all', { DATABASE_URL: database.url, [variable]: wrong });
    expect([code, lines]).toEqual([
      1,
      [
        `${variable} and DATABASE_URL don't lead to the same database: one leads to ${nameOf(wrong)}, the other to ${nameOf(database.url)}. Nothing was changed. Correct the one that is wrong.`,
      ],
    ]);
  });

  it('are those of one that serves', async () => {
    const right = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    expect((await prepare('all', right)).code).toBe(0);
  });
});

it.each(['all', 'wait'] as const)('demo mode is refused on a database in real use, by %s', async (how) => {
  const inDemo = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, AUTH_MODE: '' };
  const { code, lines } = await prepare(how, inDemo);
  expect([code, lines]).toEqual([
    1,
    [
      expect.stringMatching(
        /^AUTH_MODE is not set, which means demo, but the database .* is in real use: it has 1 person who signs in otherwise, in 1 organization\. Nothing was changed/,
      ),
    ],
  ]);
  const people = await withClient(database.superuserUrl, (client) =>
    client.query('select user_id from "user"'),
  );
  expect(people.rows).toEqual([{ user_id: 'u1' }]);
});

it.each([
  ['http://localhost:3000', 3000, 'http://localhost:3000'],
  ['https://pushboard.example.com', 443, 'https://pushboard.example.com'],
  ['https://pushboard.example.com', 4863, 'https://pushboard.example.com (listening on port 4863)'],
])('what is served at %s on port %i is named %s', (appUrl, port, words) => {
  expect(readyAt({ appUrl, port })).toBe(words);
});
