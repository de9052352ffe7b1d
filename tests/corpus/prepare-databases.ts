import { Client } from 'pg';
import type { DebianServer } from './debian-server';

const contributed = [
  'btree_gin',
  'citext',
  'cube',
  'earthdistance',
  'fuzzystrmatch',
  'hstore',
  'intarray',
  'isn',
  'ltree',
  'pg_trgm',
  'pgcrypto',
  'seg',
  'tablefunc',
  'unaccent',
  'uuid-ossp',
];

const statements = `
  create schema contrib;
  ${contributed.map((name) => `create extension "${name}" schema contrib`).join(';')};
  create type public.mood as enum ('sad', 'ok');
  create type public.pair as (n integer, label text);
  create schema tap;
  create extension pgtap schema tap;
  create schema partman;
  create extension pg_partman schema partman;
  create table public.orders (id integer primary key, placed_at timestamptz not null default '2024-01-01', label text);
  insert into public.orders (id, label) values (1, 'first'), (2, null);
  create table public.measures (taken_at timestamptz not null, value numeric) partition by range (taken_at);`;

/**
 * Creates three copies of one database: one for the product, one for psql, and one for lookups. pgTAP keeps its plan in
 * temporary tables, which end with a session; here they are permanent, so that its functions have a plan in every call.
 */
export async function prepareDatabases(server: DebianServer): Promise<void> {
  const { host, port, user, password } = server;
  const open = async (database: string) => {
    const client = new Client({ host, port, user, password, database });
    await client.connect();
    return client;
  };
  const admin = await open('postgres');
  await admin.query('create database corpus_template');
  await admin.query('alter database corpus_template set search_path to public, tap, contrib');
  const template = await open('corpus_template');
  await template.query(statements);
  const { rows } = await template.query<{ source: string }>(
    "select prosrc as source from pg_proc where proname = 'plan' and pronamespace = 'tap'::regnamespace",
  );
  const asTables = rows[0]?.source.replace(/\bTEMP\b/g, '') ?? '';
  await template.query(
    `create function public.lasting_plan(integer) returns text language plpgsql as $plan$${asTables}$plan$`,
  );
  await template.query('select public.lasting_plan(100000)');
  await template.end();
  for (const copy of ['corpus_product', 'corpus_psql', 'corpus_lookup']) {
    await admin.query(`create database ${copy} template corpus_template`);
    await admin.query(`alter database ${copy} set search_path to public, tap, contrib`);
    // Calls that wait forever, or count to the end of their type, are stopped in both.
    await admin.query(`alter database ${copy} set statement_timeout to '2s'`);
  }
  await admin.end();
}
