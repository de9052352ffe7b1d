import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { bearer, giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create function join_words(words text[], times integer) returns text language sql stable
     as $$ select repeat(array_to_string(words, '-'), times) $$;
   create function now_text() returns text language sql stable as $$ select 'now' $$;
   create function guarded(amount integer, rate integer default 1) returns integer language sql stable
     as $$ select amount * rate $$;
   create function touch(id integer) returns integer language sql as $$ select id $$;`,
  createOrganizations,
);
withWorker();

let words: MadeCommand;
let now: MadeCommand;
let guarded: MadeCommand;

beforeAll(async () => {
  words = await commit(source, 'public.join_words(text[], integer)');
  now = await commit(source, 'public.now_text()');
  guarded = await commit(source, 'public.guarded(integer, integer)');
});

const connect = async (person: (typeof people)[keyof typeof people] = people.runner) => {
  const { token } = await giveToken(person);
  return { client: await connectMcp(site.url, token, MODERN), token };
};

describe('arguments as programs give them', () => {
  it.each([
    ['a list as text, and a number as text', { words: '["a","b"]', times: '2' }],
    ['both as they are', { words: ['a', 'b'], times: 2 }],
  ])('%s', async (_, given: Record<string, JsonValue>) => {
    const { client } = await connect();
    const called = await callMcp(client, `join_words_${words.commandId}`, given);
    expect(called.structuredContent).toMatchObject({ result: 'a-ba-b' });
    const named = { command: `join_words_${words.commandId}`, arguments: JSON.stringify(given) };
    expect((await callMcp(client, 'run_command', named)).structuredContent).toMatchObject({
      result: 'a-ba-b',
    });
  });

  it.each(['{"words": 1}', 'a, b', '[1', '5'])('a text that is no list is refused: %s', async (text) => {
    const { client } = await connect();
    const called = await callMcp(client, `join_words_${words.commandId}`, { words: text, times: 1 });
    expect(called).toMatchObject({ isError: true, text: expect.stringContaining('Must be a list') });
  });

  it('the number of a run may be a text', async () => {
    const { client } = await connect();
    const called = await callMcp(client, `now_text_${now.commandId}`, {});
    const run_id = String(called.structuredContent?.run_id);
    expect((await callMcp(client, 'read_run', { run_id })).structuredContent).toMatchObject({
      result: 'now',
    });
    expect(await callMcp(client, 'read_run', { run_id: 'x' })).toMatchObject({ isError: true });
  });

  it.each([`now_text`, 'search_commands'])('null is the same as no arguments: %s', async (tool) => {
    const { token } = await connect();
    const name = tool === 'now_text' ? `now_text_${now.commandId}` : tool;
    const response = await fetch(`${site.url}/api/mcp`, {
      method: 'POST',
      headers: {
        ...bearer(token),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: null },
      }),
    });
    const text = await response.text();
    expect(text).toContain('"result"');
    expect(text).not.toContain('"isError":true');
  });

  it('S19 a hidden input is set by an engineer’s program alone, and only after its person has seen it', async () => {
    await prisma().commandInput.updateMany({
      where: { commandId: guarded.commandId, templateInput: { key: 'rate' } },
      data: { hidden: true, defaultValue: 3 },
    });
    const runs = await prisma().run.count();
    const expected = [
      [people.runner, 'hidden and set by the command'],
      // The command is safe, and the token may run it unasked.
      [people.orgAdmin, 'Nothing was run yet'],
    ] as const;
    for (const [person, words] of expected) {
      const { token } = await giveToken(person, { allowsUnasked: true });
      const client = await connectMcp(site.url, token, MODERN);
      const called = await callMcp(client, `guarded_${guarded.commandId}`, { amount: 2, rate: 50 });
      expect(called.text).toContain(words);
      expect(await prisma().run.count()).toBe(runs);
    }
    const { client } = await connect(people.orgAdmin);
    const alone = await callMcp(client, `guarded_${guarded.commandId}`, { amount: 2 });
    expect(alone.structuredContent).toMatchObject({ result: 6 });
  });
});

it('what only reads is marked so when it is added, without saying so again', async () => {
  const touch = await commit(source, 'public.touch(integer)');
  const { client } = await connect(people.orgAdmin);
  const { tools } = await client.listTools();
  const readsOnly = (command: MadeCommand) =>
    tools.find(({ name }) => name.endsWith(`_${command.commandId}`))?.annotations?.readOnlyHint;
  expect([readsOnly(now), readsOnly(words), readsOnly(touch)]).toEqual([true, true, false]);
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${now.commandId}`, { as: people.orgAdmin });
  expect(body).toMatchObject({ anchor_ol: { warning_tag: 'safe' } });
});
