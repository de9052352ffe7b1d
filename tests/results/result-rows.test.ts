import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  `create function sales(n integer) returns table (id integer, city text, amount numeric, email text) language sql as
     $$ select i, (array['Boston', 'Paris', 'Zürich'])[i % 3 + 1], (n - i)::numeric * 0.25, 'p' || i || '@hidden.example'
        from generate_series(1, n) i $$;
   create function one() returns integer language sql as $$ select 1 $$;`,
  createOrganizations,
);
withWorker();

let sales: MadeCommand;
let runId: number;
beforeAll(async () => {
  sales = await commit(source, 'public.sales(integer)');
  runId = numberIn(await runSync(sales, { n: 5000 }), 'run_id');
});

const rowsOf = (query: string, as: string = people.runner, run = runId, command = sales) =>
  send('GET', `/${ORG_A}/kits/${command.commandId}/runs/${run}/rows?${query}`, { as });

describe('rows of a large result', () => {
  it('are read page by page, sorted and filtered through all of them', async () => {
    expect(await rowsOf('from=4998')).toMatchObject({
      status: 200,
      body: {
        rows: [
          [4999, 'Paris', '0.25', 'p4999@hidden.example'],
          [5000, 'Zürich', '0.00', 'p5000@hidden.example'],
        ],
        numbers: [4998, 4999],
        is_cut: false,
        matching_rows: 5000,
        total_rows: 5000,
      },
    });
    const sorted = await rowsOf('sort=2&from=1000&count=1');
    expect(sorted.body).toMatchObject({
      rows: [[4000, 'Paris', '250.00', 'p4000@hidden.example']],
      numbers: [3999],
    });
    const filtered = await rowsOf('filter=1:z%C3%BCr&search=p49&sort=0&sortDesc=true&count=2');
    expect(filtered.body).toMatchObject({ numbers: [4996, 4993], total_rows: 5000 });
    expect(filtered.body).toMatchObject({ matching_rows: 36 });
  });

  it('are the same for a small result', async () => {
    const small = numberIn(await runSync(sales, { n: 3 }), 'run_id');
    expect((await rowsOf('sort=2', people.runner, small)).body).toMatchObject({
      rows: [
        [3, 'Boston', '0.00', 'p3@hidden.example'],
        [2, 'Zürich', '0.25', 'p2@hidden.example'],
        [1, 'Paris', '0.50', 'p1@hidden.example'],
      ],
      numbers: [2, 1, 0],
    });
  });

  it('are refused with the reason', async () => {
    expect(await rowsOf('sort=4')).toMatchObject({
      status: 422,
      body: { error: { message: 'This table has fewer columns.' } },
    });
    expect((await rowsOf('filter=city:Paris')).status).toBe(400);
    expect((await rowsOf('count=1001')).status).toBe(400);
    const one = await commit(source, 'public.one()');
    const scalar = numberIn(await runSync(one, {}), 'run_id');
    expect(await rowsOf('', people.runner, scalar, one)).toMatchObject({
      status: 409,
      body: { error: { message: 'This result is not a table.' } },
    });
    const deleted = numberIn(await runSync(sales, { n: 2000 }), 'run_id');
    expect((await rowsOf('from=1500', people.runner, deleted)).status).toBe(200);
    await send('DELETE', `/${ORG_A}/kits/${sales.commandId}/runs/${deleted}/result`, { as: people.orgAdmin });
    expect((await rowsOf('from=1500', people.runner, deleted)).status).toBe(409);
    expect((await rowsOf('', people.outsider)).status).toBe(404);
  });

  it('keep what is masked, and reveal one value of any row', async () => {
    const masked: JsonValue = [{ kind: 'column', path: 'email' }];
    await sql.query(
      'update command set masked_outputs = $1::jsonb, mask_revealers = $2::jsonb where command_id = $3',
      [JSON.stringify(masked), JSON.stringify([]), sales.commandId],
    );
    expect((await rowsOf('search=hidden')).body).toMatchObject({ rows: [], matching_rows: 0 });
    expect((await rowsOf('from=4999')).body).toMatchObject({ rows: [[5000, 'Zürich', '0.00', '••••••']] });
    const revealed = await send('POST', `/${ORG_A}/kits/${sales.commandId}/runs/${runId}/reveal`, {
      as: people.orgAdmin,
      body: { steps: [4999, 3] },
    });
    expect(revealed).toMatchObject({ status: 200, body: { value: 'p5000@hidden.example' } });
  });
});
