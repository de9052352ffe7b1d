import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql, transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { deleteToken } from '@/server/people/sign-in/access-token';
import { withApp } from '../support/app/app';
import { callMcp, connectAsking, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create table notes (words text);
   create function greet(name text, words text default 'Hello') returns text language sql
     as $$ select words || ' ' || name $$;
   create function numbers(total integer) returns table (n integer, word text) language sql
     as $$ select i, repeat('x', 10) from generate_series(1, total) i $$;
   create function nap(seconds numeric) returns text language plpgsql as $$
     begin raise notice 'going to bed'; perform pg_sleep(seconds); return 'awake'; end $$;
   create function fail(amount integer) returns integer language plpgsql as $$
     begin raise exception 'Order % was refunded', amount using hint = 'Undo the refund first'; end $$;
   create function note(words text) returns void language sql as 'insert into notes values (words)';`,
  createOrganizations,
);
withWorker();

let greet: MadeCommand;
let numbers: MadeCommand;
let nap: MadeCommand;
let fail: MadeCommand;
let note: MadeCommand;

beforeAll(async () => {
  greet = await commit(source, 'public.greet(text, text)');
  numbers = await commit(source, 'public.numbers(integer)');
  nap = await commit(source, 'public.nap(numeric)');
  fail = await commit(source, 'public.fail(integer)');
  note = await commit(source, 'public.note(text)');
  const safe = [greet, numbers, nap, fail].map(({ templateId }) => templateId);
  await prisma().template.updateMany({ where: { templateId: { in: safe } }, data: { warningTag: 'safe' } });
  await prisma().template.update({
    where: { templateId: note.templateId },
    data: { warningTag: 'creates_data' },
  });
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
      trigger: 'api',
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

describe('a command that may change data', () => {
  const notes = async () => (await source.query('select words from notes')).length;
  const tool = () => `note_${note.commandId}`;

  it('runs once its person confirms it, through a client that can ask', async () => {
    const { token } = await giveToken(people.runner);
    const asked: string[] = [];
    const client = await connectAsking(site.url, token, (message) => {
      asked.push(message);
      return { action: 'accept', confirm: true };
    });
    const before = await notes();
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject({
      structuredContent: { status: 'success' },
    });
    expect(asked).toEqual(['"note" may change data. Run it?']);
    expect(await notes()).toBe(before + 1);
  });

  it.each([
    ['declines', { action: 'decline', confirm: false }],
    ['says no', { action: 'accept', confirm: false }],
  ] as const)('does not run if its person %s', async (_, response) => {
    const { token } = await giveToken(people.runner);
    const before = await notes();
    const client = await connectAsking(site.url, token, () => response);
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('was not run'),
    });
    expect(await notes()).toBe(before);
  });

  it('is refused to a client that cannot ask', async () => {
    const before = await notes();
    const { client } = await connect();
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject({
      isError: true,
      text: expect.stringContaining("can't ask"),
    });
    expect(await notes()).toBe(before);
  });

  it('runs unasked for a token that allows it', async () => {
    const { client } = await connect(MODERN, { allowsUnasked: true });
    expect(await callMcp(client, tool(), { words: 'x' })).toMatchObject({
      structuredContent: { status: 'success' },
    });
  });

  it('takes no response that was made up, or given to another question or caller', async () => {
    const before = await notes();
    const raw = async (token: string, given: object, more: object) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      };
      const response = await fetch(`${site.url}/api/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': tool(),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: tool(), arguments: given, _meta, ...more },
        }),
      });
      return (await response.json()) as { result?: { requestState?: string; resultType?: string } };
    };
    const { token } = await giveToken(people.runner);
    const other = await giveToken(people.runner);
    const asked = await raw(token, { words: 'x' }, {});
    const requestState = asked.result?.requestState ?? '';
    expect(requestState).not.toBe('');
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
    await raw(token, { words: 'x' }, { inputResponses });
    const at = requestState.length - 20;
    const changed = requestState[at] === 'x' ? 'y' : 'x';
    const forged = requestState.slice(0, at) + changed + requestState.slice(at + 1);
    await raw(token, { words: 'x' }, { inputResponses, requestState: forged });
    await raw(token, { words: 'other' }, { inputResponses, requestState });
    await raw(other.token, { words: 'x' }, { inputResponses, requestState });
    expect(await notes()).toBe(before);
    await raw(token, { words: 'x' }, { inputResponses, requestState });
    expect(await notes()).toBe(before + 1);
  });

  it('asks before a dry run, too, whose code confirms nothing else; it rolls back and says what would change', async () => {
    const before = await notes();
    const { client } = await connect({});
    const given = { command: tool(), arguments: { words: 'dry' } };
    const first = await callMcp(client, 'dry_run_command', given);
    expect(first).toMatchObject({ isError: true, text: expect.stringContaining('rolls it back') });
    const code = /this code: (\S+)$/m.exec(first.text)?.[1] ?? '';
    expect(await callMcp(client, 'confirm_run', { ...given, code })).toMatchObject({ isError: true });
    const done = await callMcp(client, 'confirm_run', { ...given, code, dry_run: true });
    expect(done.structuredContent).toMatchObject({
      status: 'success',
      is_dry_run: true,
      would_change: { changes: [{ table: 'public.notes', inserted: 1, updated: 0, deleted: 0 }] },
    });
    expect(await notes()).toBe(before);
  });

  it('takes a code from a client of an earlier protocol, for the very same call', async () => {
    const before = await notes();
    const { client } = await connect({});
    const first = await callMcp(client, tool(), { words: 'x' });
    expect(first).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was run yet') });
    const code = /this code: (\S+)$/m.exec(first.text)?.[1] ?? '';
    const confirm = (more: object) =>
      callMcp(client, 'confirm_run', { command: tool(), arguments: { words: 'x' }, code, ...more });
    expect(await confirm({ arguments: { words: 'y' } })).toMatchObject({ isError: true });
    expect(await confirm({ code: `${code}x` })).toMatchObject({ isError: true });
    const another = await connect({});
    expect(
      await callMcp(another.client, 'confirm_run', { command: tool(), arguments: { words: 'x' }, code }),
    ).toMatchObject({ isError: true });
    expect(await notes()).toBe(before);
    expect(await confirm({})).toMatchObject({ structuredContent: { status: 'success' } });
    expect(await notes()).toBe(before + 1);
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
