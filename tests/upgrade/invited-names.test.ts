import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { createUnmigratedDatabase, type TestDatabase } from '../support/app/database';
import { migrateBefore } from './migrate-before';

let database: TestDatabase;
const inDatabase = (statement: string) =>
  withClient(database.url, async (client) => (await client.query(statement)).rows);

/** A person who was only invited, a person who was and has signed in, and a person with an organization of their own. */
const EARLIER = `
  insert into org (org_id, name) values ('a', 'A'), ('b', 'B');
  insert into "user" (user_id, email, name) values ('new', 'tom@example.com', 'Nickname'),
    ('known', 'kim@example.com', 'Kim Own'), ('member', 'lee@example.com', 'Lee Own');
  insert into identity (issuer, subject, user_id) values ('i', 'kim', 'known');
  insert into membership (org_id, user_id, state) values ('a', 'new', 'pending'), ('a', 'known', 'pending'),
    ('a', 'member', 'pending'), ('b', 'member', 'active');`;

beforeAll(async () => {
  database = await createUnmigratedDatabase();
  await migrateBefore('20261126000303_invited_names', database.url);
  await inDatabase(EARLIER);
  await applyMigrations(database.url);
});
afterAll(() => database.drop());

it('S75 a name that others gave stays with those who gave it', async () => {
  const rows = await inDatabase(`
    select u.user_id, u.name, m.invited_name from "user" u join membership m using (user_id)
    where m.org_id = 'a' order by 1`);
  expect(rows).toEqual([
    { user_id: 'known', name: 'Kim Own', invited_name: null },
    { user_id: 'member', name: 'Lee Own', invited_name: null },
    { user_id: 'new', name: 'tom', invited_name: 'Nickname' },
  ]);
});
