import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { createSource, type Source } from './support';

/** Types that may be written in many ways, which only the server parses. */
const writtenFreely = [
  ...['aclitem', 'interval', 'jsonpath', 'refcursor', 'tsquery', 'tsvector'],
  ...['box', 'circle', 'line', 'lseg', 'path', 'point', 'polygon'],
  ...['regclass', 'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper'],
  ...['regoperator', 'regproc', 'regprocedure', 'regrole', 'regtype'],
];
/** Types whose values only the server itself creates. */
const ofTheServer = [
  ...['gtsvector', 'pg_brin_bloom_summary', 'pg_brin_minmax_multi_summary', 'pg_dependencies'],
  ...['pg_mcv_list', 'pg_ndistinct', 'pg_node_tree'],
];

let source: Source;

beforeAll(async () => {
  source = await createSource('');
});

afterAll(() => source.drop());

test('every built-in type has its own control and limits, or is plain text on purpose', async () => {
  const { rows } = await source.admin.query<{ name: string }>(`
    select format_type(t.oid, null) as name from pg_type t
    where t.typnamespace = 'pg_catalog'::regnamespace and t.typtype in ('b', 'r', 'm') and t.typrelid = 0
      and not exists (select from pg_type e where e.typarray = t.oid)
    order by 1`);
  const plain = rows
    .map(({ name }) => postgresInputTypeByName(name))
    .filter((type) => type.inputType === 'text' && Object.keys(type.constraints).length === 0);
  expect(plain.map(({ typeId }) => typeId)).toEqual([...writtenFreely, ...ofTheServer].sort());
});

test('every pattern works in browsers, too', async () => {
  const { rows } = await source.admin.query<{ name: string }>(
    "select format_type(oid, null) as name from pg_type where typnamespace = 'pg_catalog'::regnamespace",
  );
  const patterns = rows.flatMap(({ name }) => postgresInputTypeByName(name).constraints.pattern ?? []);
  expect(new Set(patterns).size).toBeGreaterThan(5);
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'v')).not.toThrow();
});
