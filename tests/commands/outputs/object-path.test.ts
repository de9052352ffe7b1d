import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { connectApi, createApiCommand } from '../../support/things/api-commands';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

/** About 13 MB, of which the path keeps nearly all. */
const MANY = 130_000;
const many = () =>
  `{"data":{"items":[${Array.from({ length: MANY }, (_, id) => `{"id":${id},"note":"${'x'.repeat(80)}"}`).join()}]}}`;

withApp();
const source = withSource(
  `create function as_json() returns jsonb language sql as
     $$ select '{"data": {"items": [{"id": 1}]}}'::jsonb $$;`,
  createOrganizations,
);
withWorker();

let api: HttpDouble;
let command: MadeCommand;
let large: MadeCommand;
let flat: MadeCommand;
beforeAll(async () => {
  api = await startHttpDouble(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/large') response.end(many());
    else if (url === '/flat') response.end('[{"id":1},{"id":2}]');
    else response.end('{"data": {"items": [{"id": 12345678901234567890, "a": {}}]}, "count": 1}');
  });
  const credsId = await connectApi(api.origin);
  command = await createApiCommand(credsId, api.origin, '/small');
  large = await createApiCommand(credsId, api.origin, '/large');
  flat = await createApiCommand(credsId, api.origin, '/flat');
});
afterAll(() => api.close());

const setPath = ({ commandId }: MadeCommand, outputObjectPath: string | null) =>
  send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.orgAdmin, body: { outputObjectPath } });

interface Ran {
  payload: JsonValue;
  run_id: number;
  payload_format: string;
  logging_message: string | null;
  metadata: { name: string; value: string }[];
  is_truncated: boolean;
}

const run = async (which: MadeCommand) => (await runSync(which, {}, people.orgAdmin)).body as Ran;

const noteOf = ({ metadata }: Ran) => metadata.find(({ name }) => name === 'Output object path')?.value;

describe('an output object path', () => {
  it('keeps what is under it, as JSON with all its digits', async () => {
    expect((await setPath(command, ' data.items ')).body).toMatchObject({ output_object_path: 'data.items' });
    const ran = await run(command);
    expect(ran).toMatchObject({ payload_format: 'json', payload: [{ a: {} }] });
    const path = `/${ORG_A}/kits/${command.commandId}/runs/${ran.run_id}`;
    const text = await (await sendRaw('GET', path, { as: people.orgAdmin })).text();
    expect(text).toContain('"payload":[{"id":12345678901234567890,"a":{}}]');
    expect(noteOf(ran)).toBeUndefined();
  });

  it('that a result does not have shows all of it, with a note', async () => {
    await setPath(command, 'data.rows[0]');
    const ran = await run(command);
    expect(ran.payload).toMatchObject({ count: 1 });
    expect(noteOf(ran)).toBe("data.rows[0] isn't in this result, so all of it is shown.");
    expect(ran.logging_message).toContain("data.rows[0] isn't in this result");
  });

  it('reaches into a list, which is a table without a path', async () => {
    expect((await run(flat)).payload_format).toBe('json.table.rowwise');
    await setPath(flat, '[1].id');
    expect(await run(flat)).toMatchObject({ payload_format: 'json', payload: 2 });
  });

  it('is applied to a JSON value of a database', async () => {
    const made = await commit(source, 'public.as_json()');
    await setPath(made, 'data.items');
    expect(await run(made)).toMatchObject({ payload_format: 'single_value', payload: [{ id: 1 }] });
  });

  it('keeps 13 MB without parsing them', async () => {
    await setPath(large, 'data.items');
    const ran = await run(large);
    expect(ran.payload_format).toBe('json');
    expect((ran.payload as JsonValue[])[0]).toEqual({ id: 0, note: 'x'.repeat(80) });
    expect(ran.is_truncated).toBe(true);
  });

  it.each([
    'data.constructor',
    '__proto__',
    'data.items.length',
    'data["__proto__"].polluted',
    'constructor.constructor',
  ])('S46 is no code, and reads only what the document itself has: %s', async (path) => {
    expect((await setPath(command, path)).status).toBe(200);
    const ran = await run(command);
    expect(ran.payload).toMatchObject({ count: 1 });
    expect(noteOf(ran)).toBeDefined();
    await setPath(command, null);
  });

  it.each(['data[(globalThis.ran = 1)]', 'data.items.map(x => x)', '`1`', 'data;items', "data['items']"])(
    'S46 is never evaluated: it is refused, or leads nowhere: %s',
    async (path) => {
      const { status } = await setPath(command, path);
      if (status === 200) expect(noteOf(await run(command))).toBeDefined();
      else expect(status).toBe(400);
      expect(globalThis).not.toHaveProperty('ran');
      await setPath(command, null);
    },
  );

  it('is refused unless it is a path, and can be cleared', async () => {
    expect((await setPath(command, 'data..items')).status).toBe(400);
    expect((await setPath(command, '')).body).toMatchObject({ output_object_path: null });
    expect((await run(command)).payload).toMatchObject({ count: 1 });
  });
});
