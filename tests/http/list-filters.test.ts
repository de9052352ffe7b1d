import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { column, query } from '@/server/base/database/statements';
import { filterSql } from '@/server/operations/list-filter';
import { withApp } from '../support/app/app';

withApp();

const planned = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** How many rows of a large table Postgres expects. */
async function expectedRows(condition: Statement): Promise<number> {
  const [row] = await query(
    { 'QUERY PLAN': column.json<unknown>() },
    statement`explain (format json) select from pg_proc where true${condition}`,
  );
  return planned.parse(row?.['QUERY PLAN'])[0].Plan['Plan Rows'];
}

it('let Postgres expect many matches, so that it joins lists of thousands at once instead of row by row', async () => {
  const all = await expectedRows(empty);
  expect(all).toBeGreaterThan(1000);
  const fields = { is_hidden: { flag: 'proisstrict' }, name: 'proname' };
  for (const filter of ['is_hidden:false', 'is_hidden~:true', 'name:abs', 'name~:abs']) {
    const share = (await expectedRows(filterSql([filter], fields))) / all;
    expect([filter, share.toFixed(1)]).toEqual([filter, '0.5']);
  }
});

const named = { is_hidden: { flag: 'hidden' }, name: 'name' };
const rows = statement`select name from (values ('True', true), ('true', false), ('nothing', null)) row (name, hidden)
  where true`;
const found = async (filter: string): Promise<string[]> =>
  (await query({ name: column.text }, statement`${rows}${filterSql([filter], named)}`)).map(
    ({ name }) => name,
  );

it.each([
  ['is_hidden:True', ['True']],
  ['is_hidden:TRUE', ['True']],
  ['is_hidden:False', ['true']],
  ['is_hidden~:True', ['true', 'nothing']],
  ['is_hidden:null', ['nothing']],
  ['name:True', ['True']],
  ['name:true', ['true']],
  ['name:contains:True', ['True', 'true']],
])('read what is true or false in any letter case, and a text as written: %s', async (filter, names) => {
  expect(await found(filter)).toEqual(names);
});

it.each(['is_hidden:yes', 'is_hidden:', 'is_hidden:contains:true', 'is_hidden:gte:false'])(
  'refuse what is neither true nor false: %s',
  (filter) => {
    expect(() => filterSql([filter], named)).toThrow('is not true or false.');
  },
);
