import { expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { filesIn, textOf } from '../source-files';

withApp();

/** An organization is deleted while it is still empty. */
const DELETED_EMPTY = ['org'];

const deletedTables = [
  ...new Set(
    filesIn(['server', 'jobs'], ['.ts'])
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...textOf(file).matchAll(/\bdelete from (\w+)/g)].map(([, table = '']) => table)),
  ),
].filter((table) => !DELETED_EMPTY.includes(table));

it('each foreign key into a table whose rows are deleted has an index, or each deletion would read a whole table', async () => {
  expect(deletedTables).toContain('template_input');
  const without = await sql.query<{ key: string }>(
    `with recursive deleted as (
       select unnest($1::text[])::regclass::oid as id
       union
       select k.conrelid from deleted d join pg_constraint k on k.confrelid = d.id and k.confdeltype = 'c'
     )
     select k.conrelid::regclass::text || ': ' || pg_get_constraintdef(k.oid) as key
     from deleted d join pg_constraint k on k.confrelid = d.id
     cross join lateral (
       select array_agg(attnum) filter (where attname <> 'org_id') as own from pg_attribute
       where attrelid = k.conrelid and attnum = any(k.conkey)
     ) c
     where k.contype = 'f' and not exists (
       select from pg_index i, generate_series(1, i.indnkeyatts) as length
       where i.indrelid = k.conrelid
         and (i.indkey::int2[])[0:length - 1] <@ k.conkey and c.own <@ (i.indkey::int2[])[0:length - 1]
     )`,
    [deletedTables],
  );
  expect(without.map(({ key }) => key)).toEqual([]);
});
