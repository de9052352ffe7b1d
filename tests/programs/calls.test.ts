import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { deleteToken } from '@/server/people/sign-in/access-token';
import { withApp } from '../support/app/app';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create function greet(name text, words text default 'Hello') returns text language sql
     as $$ select words || ' ' || name $$;
   create function numbers(total integer) returns table (n integer, word text) language sql
     as $$ select i, repeat('x', 10) from generate_series(1, total) i $$;
   create function nap(seconds numeric) returns text language plpgsql as $$
     begin raise notice 'going to bed'; perform pg_sleep(seconds); return 'awake'; end $$;
   create function fail(amount integer) returns integer language plpgsql as $$
     begin raise exception 'Order % was refunded', amount using hint = 'Undo the refund first'; end $$;`,
  createOrganizations,
);
withWorker();

let greet: MadeCommand;
let numbers: MadeCommand;
let nap: MadeCommand;
let fail: MadeCommand;

beforeAll(async () => {
  greet = await commit(source, 'public.greet(text, text)');
  numbers = await commit(source, 'public.numbers(integer)');
  nap = await commit(source, 'public.nap(numeric)');
  fail = await commit(source, 'public.fail(integer)');
  const safe = [greet, numbers, nap, fail].map(({ templateId }) => templateId);
  await prisma().template.updateMany({ where: { templateId: { in: safe } }, data: { warningTag: 'safe' } });
});

const connect = async (options = MODERN, more: Parameters<typeof giveToken>[1] = {}) => {
  const { token, tokenId } = await giveToken(people.runner, more);
  return { client: await connectMcp(site.url, token, options), token, tokenId };
};

describe.each([
  ['of 2026-07-28', MODERN],
  ['of an earlier protocol', {}],
])('a call by a client %s', (_, options) => {
  it('runs the command, and returns its result with a link', async () => {
    const { client, tokenId } = await connect(options);
    const called = await callMcp(client, `greet_${greet.commandId}`, { name: 'Ana', words: 'Good day' });
    expect(called.isError).not.toBe(true);
    expect(called.structuredContent).toMatchObject({
      status: 'success',
      result: 'Good day Ana',
      is_cut: false,
    });
    const runId = called.structuredContent?.run_id as number;
    expect(called.content.find(({ type }) => type === 'resource_link')?.uri).toBe(
      `${site.url}/${ORG_A}/builder?id=${greet.commandId}#run-${runId}`,
    );
    const run = await prisma().run.findUniqueOrThrow({ where: { runId } });
    expect(run).toMatchObject({
      trigger: 'mcp',
      startedThrough: `token:${tokenId}`,
      startedByUserId: people.runner,
    });
  });

  it('fails with the message of the source', async () => {
    const { client } = await connect(options);
    const called = await callMcp(client, `fail_${fail.commandId}`, { amount: 7 });
    expect(called).toMatchObject({ isError: true });
    expect(called.text).toContain('Order 7 was refunded');
    expect(called.text).toContain('Undo the refund first');
  });

  it('is refused with what is wrong with its arguments', async () => {
    const { client } = await connect(options);
    const before = await prisma().run.count();
    const wrong: Record<string, JsonValue>[] = [{ amount: 'x' }, {}, { amount: 1, other: 2 }];
    for (const given of wrong) {
      const called = await callMcp(client, `fail_${fail.commandId}`, given);
      expect(called).toMatchObject({ isError: true, text: expect.stringContaining('invalid') });
    }
    expect(await prisma().run.count()).toBe(before);
  });

  it('reports progress while the command runs', async () => {
    const { client } = await connect(options);
    const messages: (string | undefined)[] = [];
    await callMcp(
      client,
      `nap_${nap.commandId}`,
      { seconds: 4 },
      {
        onprogress: ({ message }) => messages.push(message),
      },
    );
    expect(messages).toContain('Running');
  });

  it('cancels the run when the client cancels the request', async () => {
    const { client, tokenId } = await connect(options);
    const left = new AbortController();
    const call = callMcp(
      client,
      `nap_${nap.commandId}`,
      { seconds: 30 },
      {
        signal: left.signal,
        onprogress: ({ message }) => {
          if (message === 'Running') left.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    if (options !== MODERN) await client.close();
    await expect
      .poll(() => prisma().run.findFirst({ where: { startedThrough: `token:${tokenId}` } }))
      .toMatchObject({ status: 'failed', endReason: 'cancelled' });
  });
});

describe('a result', () => {
  it('is cut, and says how many rows there are', async () => {
    const { client } = await connect();
    const called = await callMcp(client, `numbers_${numbers.commandId}`, { total: 3000 });
    expect(called.structuredContent).toMatchObject({ shown_rows: 100, total_rows: 3000, is_cut: true });
    expect(called.text).toContain('The first 100 of 3000 rows follow.');
  });

  it('can be read again by the run, and by nobody who may not see it', async () => {
    const { client } = await connect();
    const called = await callMcp(client, `greet_${greet.commandId}`, { name: 'Ana' });
    const run_id = called.structuredContent?.run_id as number;
    const again = await callMcp(client, 'read_run', { run_id });
    expect(again.structuredContent).toEqual(called.structuredContent);
    const stranger = await giveToken(people.member);
    const refused = await callMcp(await connectMcp(site.url, stranger.token, MODERN), 'read_run', { run_id });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("don't have access") });
  });

  it('S71 is not returned to a token that was revoked while the command ran', async () => {
    const { client, tokenId } = await connect();
    const called = callMcp(
      client,
      `nap_${nap.commandId}`,
      { seconds: 20 },
      {
        onprogress: ({ message }) => {
          if (message === 'Running') void transaction((tx) => deleteToken(tx, people.runner, tokenId));
        },
      },
    );
    expect(await called).toMatchObject({ isError: true, text: expect.stringContaining('was revoked') });
  });
});

describe('S55 every call', () => {
  it('is in the audit log: starts, and refusals', async () => {
    const { client } = await connect();
    const other = await connect(MODERN, { scope: { kind: 'read' } });
    await callMcp(client, `greet_${greet.commandId}`, { name: 'Ana' });
    await callMcp(other.client, `greet_${greet.commandId}`, { name: 'Ana' });
    const rows = await sql.query<{ action: string; subject_id: string }>(
      `select action, subject_id from audit_event where actor_user_id = $1 order by audit_event_id desc limit 2`,
      [people.runner],
    );
    expect(rows).toEqual([
      { action: 'refusal', subject_id: 'callTool' },
      { action: 'run.start', subject_id: String(greet.commandId) },
    ]);
  });
});
