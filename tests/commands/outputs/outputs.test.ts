import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function orders(lim integer) returns table (id integer, total numeric, "group" text)
     language sql as $$ select 1, 2.5, 'a' limit lim $$;
   create function twice() returns setof refcursor language plpgsql as $$
     declare a refcursor := 'a'; b refcursor := 'b';
     begin open a for select 1 as id, 2 as id; return next a; open b for select 'x'::text as word; return next b; end $$;
   create type entry_row as (at date, note varchar(10));
   create function rows_of_a_type() returns setof entry_row language sql as $$ select (null, 'a')::entry_row $$;
   create function one_row() returns entry_row language sql as $$ select (null, 'a')::entry_row $$;
   create function numbers() returns setof integer language sql as 'select 1';
   create function outputs(inout n integer, out word text) language sql as $$ select n, 'a' $$;
   create procedure called(inout n integer, out text) language sql as $$ select n, 'a' $$;
   create function one_output(out n integer) language sql as 'select 1';
   create function any_rows(n integer) returns setof refcursor language plpgsql as $$
     begin return; end $$;
   create function changing() returns table (a text) language sql as $$ select 'a' $$;
   create function nothing() returns void language sql as '';
   create function fails() returns integer language sql as 'select 1 / 0';`,
  createOrganizations,
);
withWorker();

let orders: MadeCommand;
let twice: MadeCommand;

beforeAll(async () => {
  orders = await commit(source, 'public.orders(integer)');
  twice = await commit(source, 'public.twice()');
});

interface Listed {
  nooc_id: number;
  path: string;
  result_set_zero_idx: number;
  is_present: boolean;
  python_type_str: string;
  pyodbc_inferred_type: string;
}

async function columnsOf({ commandId, templateId }: MadeCommand, as: string = people.orgAdmin) {
  const { body } = await send('GET', `/${ORG_A}/kits/${commandId}/ols/${templateId}/output-cols`, { as });
  return body as Listed[];
}

const brief = (columns: Listed[]) =>
  columns.map(({ path, result_set_zero_idx: at, is_present: is }) => `${at}:${path}${is ? '' : ' gone'}`);

describe('the columns of a command', () => {
  it('are those that its source declares, before it has run', async () => {
    const declared = [
      { path: 'id', result_set_zero_idx: 0, python_type_str: 'int', pyodbc_inferred_type: 'integer' },
      { path: 'total', python_type_str: 'str', pyodbc_inferred_type: 'numeric', is_present: true },
      { path: 'group', python_type_str: 'str', pyodbc_inferred_type: 'text' },
    ];
    const before = await columnsOf(orders);
    expect(before).toMatchObject(declared);
    await runSync(orders, { lim: 1 });
    expect(await columnsOf(orders)).toEqual(before);
  });

  it.each([
    ['rows_of_a_type()', ['0:at', '0:note']],
    ['one_row()', ['0:at', '0:note']],
    ['numbers()', ['0:numbers']],
    ['outputs(integer)', ['0:n', '0:word']],
    ['called(integer)', ['0:n', '0:column2']],
    ['one_output()', []],
    ['any_rows(integer)', []],
  ])('are declared by %s as a run shows them', async (name, expected) => {
    const command = await commit(source, `public.${name}`);
    const declared = await columnsOf(command);
    expect(brief(declared)).toEqual(expected);
    await runSync(command, name.includes('integer') ? { n: 1 } : {});
    if (expected.length > 0) expect(await columnsOf(command)).toEqual(declared);
  });

  it('follow the source when the command is synced, even if its inputs stay', async () => {
    const changing = await commit(source, 'public.changing()');
    await source.query('drop function changing()');
    await source.query(`create function changing() returns table (b text) language sql as $$ select 'b' $$;
       grant execute on function changing() to public`);
    const { credential_id: credsId } = (
      await prisma().$queryRaw<{ credential_id: number }[]>`
        select credential_id from template where template_id = ${changing.templateId}`
    )[0] ?? { credential_id: 0 };
    const { status } = await send('POST', `/${ORG_A}/syncs-2`, {
      as: people.orgAdmin,
      body: { olId: changing.templateId, credsId },
    });
    expect(status).toBe(200);
    expect(brief(await columnsOf(changing))).toEqual(['0:b', '0:a gone']);
  });

  it('keep their ids, and say which the last result no longer had', async () => {
    const before = await columnsOf(orders);
    await source.query('drop function orders(integer)');
    await source.query(`create function orders(lim integer) returns table (total numeric, id text) language sql as $$ select 1.0, 'a' $$;
       grant execute on function orders(integer) to public`);
    await runSync(orders, { lim: 1 });
    const after = await columnsOf(orders);
    expect(brief(after)).toEqual(['0:total', '0:id', '0:group gone']);
    expect(after.find(({ path }) => path === 'id')).toMatchObject({
      nooc_id: before[0]?.nooc_id,
      pyodbc_inferred_type: 'text',
    });
  });

  it('are those of each result set, and a repeated name is the first of that name', async () => {
    await runSync(twice, {});
    expect(brief(await columnsOf(twice))).toEqual(['0:id', '1:word']);
  });

  it('stay after a run without a result, or a failed one', async () => {
    const nothing = await commit(source, 'public.nothing()');
    await runSync(nothing, {});
    expect(await columnsOf(nothing)).toEqual([]);
    const fails = await commit(source, 'public.fails()');
    await runSync(fails, {});
    expect(await columnsOf(fails)).toEqual([]);
  });

  it('are not those of another template', async () => {
    const { status } = await send(
      'GET',
      `/${ORG_A}/kits/${orders.commandId}/ols/${twice.templateId}/output-cols`,
      { as: people.orgAdmin },
    );
    expect(status).toBe(404);
  });
});

describe('the commands that can be chosen', () => {
  const names = async (path: string, as: string = people.orgAdmin) =>
    ((await send('GET', `/${ORG_A}/${path}`, { as })).body as { name: string }[]).map(({ name }) => name);

  it('are those that the caller has, except private, hidden and startup ones', async () => {
    const all = await names('skinny-kits-output-cols');
    expect(all).toEqual(expect.arrayContaining(['orders', 'twice']));
    await prisma().command.update({ where: { commandId: twice.commandId }, data: { isHidden: true } });
    expect(await names('skinny-kits-output-cols')).not.toContain('twice');
    await prisma().command.update({
      where: { commandId: twice.commandId },
      data: { isHidden: false, visibility: 'justme' },
    });
    expect(await names('skinny-kits-input-cols')).not.toContain('twice');
    await prisma().command.update({ where: { commandId: twice.commandId }, data: { visibility: 'org' } });
    expect(await names('skinny-kits-output-cols', people.member)).toEqual([]);
  });

  it('come with what they return, and what they take', async () => {
    const [listed] = (
      await send('GET', `/${ORG_A}/skinny-kits-output-cols?filter=name:orders`, { as: people.orgAdmin })
    ).body as { output_columns: Listed[] }[];
    expect(brief(listed?.output_columns ?? [])).toEqual(['0:total', '0:id', '0:group gone']);
    const { body } = await send('GET', `/${ORG_A}/skinny-kits-input-cols/${orders.commandId}`, {
      as: people.orgAdmin,
    });
    expect(body).toMatchObject({
      name: 'orders',
      lego_instance_inputs: [{ key: 'lim', type_id: 'integer' }],
    });
  });

  it('begin with those that the caller viewed last', async () => {
    for (const { commandId } of [orders, twice]) {
      await send('POST', `/${ORG_A}/kits/${commandId}/users/${people.orgAdmin}/recent`, {
        as: people.orgAdmin,
        body: { source: 'view' },
      });
    }
    expect((await names('skinny-kits-input-cols?sortDesc=last_viewed')).slice(0, 2)).toEqual([
      'twice',
      'orders',
    ]);
  });
});
