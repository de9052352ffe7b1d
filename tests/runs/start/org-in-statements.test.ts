import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { readEvents } from '../../support/app/event-stream';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runInThree, runSync, startRun } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function add(a integer, b integer) returns integer language plpgsql as
     $$ begin raise info 'adding'; return a + b; end $$;
   create function fail(a integer) returns integer language plpgsql as $$ begin raise exception 'no'; end $$;
   create function wait(a integer) returns integer language plpgsql as
     $$ begin raise info 'waiting'; perform pg_sleep(0.6); return a; end $$;
   create function many(a integer) returns setof text language sql
     as $$ select repeat('x', 100) from generate_series(1, a) $$;`,
  createOrganizations,
);

/** The tables of a run's way, which Citus would distribute by organization. */
const TABLES = [
  'run',
  'open_run',
  'run_definition',
  'run_result',
  'run_log',
  'run_file',
  'run_group',
  'bulk_run',
  'approval_run',
];

/**
 * Parts of statements that are about all organizations, each with its reason. What workers do by themselves, such as
 * looking for lost runs or counting figures, is so as a whole, and isn't tested here.
 */
const ABOUT_ALL: readonly (readonly [RegExp, string])[] = [
  [
    /exists \(select from open_run where state = 'waiting'\)/,
    'The place of a run that ended may go to any other.',
  ],
];

const seen = new Set<string>();
let add: MadeCommand;
let fail: MadeCommand;
let wait: MadeCommand;
let many: MadeCommand;

beforeAll(async () => {
  add = await commit(source, 'public.add(integer, integer)');
  fail = await commit(source, 'public.fail(integer)');
  wait = await commit(source, 'public.wait(integer)');
  many = await commit(source, 'public.many(integer)');
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args;
    if (typeof asked === 'object' && asked !== null && 'text' in asked) seen.add(String(asked.text));
    return Reflect.apply(query, this, args);
  } as never);
});
afterAll(() => vi.restoreAllMocks());

const REFERENCE = new RegExp(
  `\\b(?:from|join|update|delete from|using)\\s+(?:only\\s+)?(${TABLES.join('|')})\\b(?!\\.)(?:\\s+(?:as\\s+)?([a-z_]+))?`,
  'gi',
);
const NO_ALIAS = /^(set|where|on|join|left|cross|order|limit|for|group|union|using|returning|offset|inner)$/i;

/** How much of a statement is shown around what it names no organization of. */
const AROUND = 150;

/** Returns where a statement reads or writes a table of the way without naming its organization. */
function unnamed(text: string): string[] {
  const own = ABOUT_ALL.reduce((rest, [part]) => rest.replace(part, ''), text);
  return [...own.matchAll(REFERENCE)].flatMap(({ 1: table = '', 2: next = '', index }) => {
    const isNamed =
      next === '' || NO_ALIAS.test(next)
        ? new RegExp(`\\b${table}\\.org_id\\b|(?<![.\\w])org_id\\b`).test(queryAt(own, index))
        : new RegExp(`\\b${next}\\.org_id\\b`).test(own);
    return isNamed ? [] : [own.slice(Math.max(0, index - AROUND), index + AROUND)];
  });
}

/** The rest of the query that a place is in: up to the parenthesis that closes it. */
function queryAt(text: string, index: number): string {
  let depth = 0;
  for (let end = index; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth < 0) return text.slice(index, end);
  }
  return text.slice(index);
}

/** Executes what is in line until a caller has its response. */
async function served<T>(asked: Promise<T>): Promise<T> {
  for (let isOver = false; !isOver; ) {
    await executeWaiting();
    isOver = await Promise.race([asked.then(() => true), sleep(20, false)]);
  }
  return asked;
}

describe('the statements of a run', () => {
  it('name the organization of everything that they read and write', async () => {
    const as = people.runner;
    await served(runSync(add, { a: 1, b: 2 }));
    const done = numberIn(await served(runInThree(add, { a: 1, b: 2 })), 'run_id');
    for (const [command, values] of [
      [many, { a: 1000 }],
      [wait, { a: 1 }],
      [fail, { a: 1 }],
    ] as const)
      await served(runInThree(command, values));
    await cancelOne();
    await runBulk();
    await sendRaw('GET', `/${ORG_A}/kits/${add.commandId}/runs/${done}/log`, { as });
    await readEvents(await sendRaw('GET', `/${ORG_A}/kits/${add.commandId}/runs/${done}/events`, { as }));
    await send('GET', `/${ORG_A}/skinny-runs?max_possible_count=100`, { as });
    await send('GET', `/${ORG_A}/skinny-runs/${done}`, { as });
    const ofRuns = [...seen].filter((text) => text.match(REFERENCE) !== null);
    expect(ofRuns.length).toBeGreaterThan(20);
    expect([...new Set(ofRuns.flatMap(unnamed))]).toEqual([]);
  });

  it('are about all organizations only where the reason is given, and still are', () => {
    const unused = ABOUT_ALL.filter(([part]) => ![...seen].some((text) => part.test(text)));
    expect(unused).toEqual([]);
  });
});

async function cancelOne(): Promise<void> {
  const runId = await createRun(add);
  await startRun(add, runId, { a: 1, b: 2 });
  await send('POST', `/${ORG_A}/kits/${add.commandId}/runs/${runId}/cancel`, { as: people.runner });
  await readRun(add, runId);
}

async function runBulk(): Promise<void> {
  const as = people.runner;
  const { commandId: kitId, templateId: olId } = add;
  const rows = [
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ];
  const made = await send('POST', `/${ORG_A}/run-bulk-async-i`, {
    as,
    body: { olId, kitId, runramsList: rows },
  });
  const parentRunId = numberIn(made, 'run_id');
  await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body: { parentRunId, kitId } });
  const { body } = await served(readRun(add, parentRunId));
  expect(body).toMatchObject({ status: 'success' });
}

/** Tables whose keys don't name the organization that they have, with the reason. */
const OWN_ID = 'Its only key is an id of its own.';
const OF_PARENT = 'Its key begins with the id of a row of that organization.';
const KEYS_WITHOUT: Readonly<Record<string, string>> = {
  audit_event: OWN_ID,
  command_revision: OF_PARENT,
  decoration_map: OF_PARENT,
  due_auto_run: OF_PARENT,
  grouped_run: OF_PARENT,
  job_delivery: OWN_ID,
  mail_message: OWN_ID,
  notification: OWN_ID,
  org_slug: 'It is what the organization is found by.',
  pinned_command: 'A person pins commands of all their organizations.',
  result_store: 'The stores of the operator have no organization.',
  run_confirmation: 'It is found by a random id, before anything else is known.',
  run_log: OF_PARENT,
  scheduled_auto_run_input: OF_PARENT,
  scheduled_firing: OF_PARENT,
  scheduled_job_input: OF_PARENT,
  sealing_task: OF_PARENT,
  uncounted_run: OF_PARENT,
  webhook_delivery: OWN_ID,
  webhook_input: OF_PARENT,
};

const tables = z.array(z.object({ name: z.string(), has_key: z.boolean() }));

it('each table that hangs on an organization has it in a key, or a reason why not', async () => {
  const found = tables.parse(
    await sql.query(`select c.relname as name, exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
          and a.attnum = any(i.indkey::int2[])) as has_key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`),
  );
  expect(found.length).toBeGreaterThan(50);
  const without = found.filter(({ has_key }) => !has_key).map(({ name }) => name);
  expect(without).toEqual(Object.keys(KEYS_WITHOUT).toSorted());
});
