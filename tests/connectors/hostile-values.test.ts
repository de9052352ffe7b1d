import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { commit, withSource } from '@/tests/support/app/source';
import { withWorker } from '@/tests/support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();
const source = withSource(
  `create function takes(t text default '', big bigint default 0, n numeric default 0, j jsonb default '{}',
     list text[] default '{}', f double precision default 0, g anyelement default null::text) returns text
   language sql as $$ select concat_ws('|', t, big, n, j, list, f, g) $$;`,
  createOrganizations,
);
withWorker();

let takes: MadeCommand;

beforeAll(async () => {
  takes = await commit(
    source,
    'public.takes(text, bigint, numeric, jsonb, text[], double precision, anyelement)',
  );
});

/** The body is text, because no JSON value can represent some of these. */
function run(params: string) {
  const { commandId, templateId } = takes;
  const body = `{"olId": ${templateId}, "kitId": ${commandId}, "params": ${params}}`;
  return send('POST', `/${ORG_A}/run-sync`, { as: people.runner, body });
}

describe('S39 values from outside', () => {
  test.each([
    ['{"t": "a\\u0000b"}', 't'],
    ['{"t": "\\ud800"}', 't'],
    ['{"list": ["ok", "\\udc00"]}', 'list'],
    ['{"j": {"a": "\\u0000"}}', 'j'],
    ['{"j": {"\\ud800": 1}}', 'j'],
    ['{"big": "9223372036854775808"}', 'big'],
    ['{"big": 1e400}', 'big'],
    ['{"f": 1e400}', 'f'],
    ['{"f": "1e400"}', 'f'],
    ['{"g": "\\u0000"}', 'g'],
    ['{"__proto__": "x"}', '__proto__'],
    ['{"no_such": 1}', 'no_such'],
  ])('%s is a 400 that names the input, and nothing is sent', async (params, key) => {
    const before = await sql.query<{ n: number }>(
      'select count(*)::int as n from run where queued_at is not null',
    );
    const { status, body } = await run(params);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(key);
    const after = await sql.query('select count(*)::int as n from run where queued_at is not null');
    expect(after).toEqual(before);
  });

  test.each([
    [`{"t": "'); drop table x; --"}`, "'); drop table x; --|0|0|{}|{}|0"],
    ['{"t": "$1 %s {{t}} \\u202e\\ud83d\\ude00"}', '$1 %s {{t}} \u202e\u{1F600}|0|0|{}|{}|0'],
    ['{"big": "9223372036854775807", "n": "1e100"}', `|9223372036854775807|1${'0'.repeat(100)}|{}|{}|0`],
    ['{"j": {"__proto__": {"a": 1}, "": null}}', '|0|0|{"": null, "__proto__": {"a": 1}}|{}|0'],
    ['{"j": [12345678901234567890, 1.10]}', '|0|0|[12345678901234567890, 1.10]|{}|0'],
    ['{"j": 1e400}', `|0|0|1${'0'.repeat(400)}|{}|0`],
    ['{"big": 9007199254740993}', '|9007199254740993|0|{}|{}|0'],
    ['{"n": -1e999}', `|0|-1${'0'.repeat(999)}|{}|{}|0`],
    ['{"list": ["\\"", "\\\\", "{}", null]}', '|0|0|{}|{"\\"","\\\\","{}",NULL}|0'],
    ['{"g": "7", "type of g": "integer"}', '|0|0|{}|{}|0|7'],
  ])('%s arrives unchanged', async (params, expected) => {
    const { body } = await run(params);
    expect(body).toMatchObject({ status: 'success', payload: expected });
  });
});
