import statement from 'sql-template-tag';
import { expect, it } from 'vitest';
import { column, query, queryMany } from '@/server/base/database/statements';
import { withApp } from '../support/app/app';

withApp();

const shape = {
  number: column.int,
  text: column.text.nullable(),
  is_odd: column.boolean,
  at: column.time,
  never: column.time.nullable(),
  sometimes: column.time.nullable(),
  anything: column.json<unknown>(),
  texts: column.texts,
};
const rows = (count: number) => statement`
  select n as number, case when n % 3 > 0 then n || ' "\\ ' || chr(n + 31) || ' é 😀' end as text, n % 2 = 1 as is_odd,
    timestamptz '2026-01-01T00:00:00.123Z' + make_interval(secs => n) as at, null::timestamptz as never,
    case when n % 2 = 1 then timestamptz '1969-07-20T20:17:40Z' end as sometimes,
    json_build_object('n', n) as anything, array_to_json(array[n::text]) as texts
  from generate_series(1, ${count}::int) n order by n % 7, n`;

it('many rows are read as the same rows, in the same order', async () => {
  const expected = await query(shape, rows(500));
  expect(expected).toHaveLength(500);
  expect(await queryMany(shape, rows(500))).toEqual(expected);
});

it('a statement without rows returns none', async () => {
  expect(await queryMany(shape, rows(0))).toEqual([]);
});
