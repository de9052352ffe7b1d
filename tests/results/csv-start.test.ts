import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  `create function names() returns table (name text) language sql as $$ values ('Müller') $$;
   create function pair() returns setof refcursor language plpgsql as $$
     declare a refcursor := 'a'; b refcursor := 'b'; begin
     open a for select 1 as n; return next a; open b for select 2 as n; return next b; end $$;
   create function document() returns json language sql as $$ select '[{"name": "Müller"}]'::json $$;`,
  createOrganizations,
);
withWorker();

const commands = new Map<string, MadeCommand>();
beforeAll(async () => {
  for (const name of ['names', 'pair', 'document'])
    commands.set(name, await commit(source, `public.${name}()`));
});

async function runOf(name: string): Promise<number> {
  const command = commands.get(name);
  if (command === undefined) throw new Error(`Command ${name} doesn't exist`);
  return numberIn(await runSync(command, {}), 'run_id');
}

const as = people.orgAdmin;
const mark = (isOn: boolean) => send('PATCH', `/${ORG_A}/org`, { as, body: { csvByteOrderMark: isOn } });
afterAll(async () => {
  await mark(true);
});

async function bytesOf(path: string, viewer: string = people.runner): Promise<Buffer> {
  const response = await sendRaw('GET', path, { as: viewer });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const targetOf = (body: unknown): string => {
  const { url } = z.object({ url: z.url() }).parse(body);
  return url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
};

async function downloaded(runId: number, format = 'csv'): Promise<Buffer> {
  const { body } = await send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, {
    as: people.runner,
  });
  return bytesOf(targetOf(body));
}

async function combined(runId: number): Promise<Buffer> {
  const { body } = await send('POST', `/${ORG_A}/combine-and-download-runs`, {
    as: people.runner,
    body: { runIds: [runId] },
  });
  return bytesOf(targetOf(body));
}

const startsMarked = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** Every kind of CSV file, by what it is of. */
async function everyFile(): Promise<[string, Uint8Array][]> {
  const names = await runOf('names');
  const zipped = Object.entries(unzipSync(await downloaded(await runOf('pair'))));
  return [
    ['a table', await downloaded(names)],
    ['a document', await downloaded(await runOf('document'))],
    ['several runs', await combined(names)],
    ['the history', await bytesOf(`/${ORG_A}/run-export`)],
    ['the audit log', await bytesOf(`/${ORG_A}/audit/export?format=csv`, as)],
    ...zipped,
  ];
}

describe('CSV files', () => {
  it('begin with one byte order mark, and end their lines with CRLF', async () => {
    for (const [of, bytes] of await everyFile()) {
      expect(startsMarked(bytes), of).toBe(true);
      expect(startsMarked(bytes.subarray(3)), of).toBe(false);
      expect(strFromU8(bytes).replaceAll('\r\n', ''), of).not.toMatch(/[\r\n]/);
    }
    expect((await downloaded(await runOf('names'))).toString()).toBe('\ufeffname\r\nMüller\r\n');
  });

  it('begin without it in an organization that wants none, which is in the audit log', async () => {
    expect((await mark(false)).status).toBe(200);
    for (const [of, bytes] of await everyFile()) expect(startsMarked(bytes), of).toBe(false);
    expect((await send('GET', `/${ORG_A}/result-limits`, { as })).body).toMatchObject({
      csv_byte_order_mark: false,
    });
    const { body } = await send('GET', `/${ORG_A}/audit`, { as });
    expect(JSON.stringify(body)).toContain('"csvByteOrderMark":false');
    expect(
      (await send('PATCH', `/${ORG_A}/org`, { as: people.engineer, body: { csvByteOrderMark: true } }))
        .status,
    ).toBe(403);
  });

  it('have it in JSON and XLSX nowhere', async () => {
    await mark(true);
    expect(startsMarked(await downloaded(await runOf('names'), 'json'))).toBe(false);
  });
});
