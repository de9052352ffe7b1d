/** One routine; `i` makes its name unique among routines of its shape. */
type Shape = (schema: string, i: number) => string;

const shapes: readonly Shape[] = [
  (s, i) => `create function ${s}.add_${i}(a integer, b integer) returns bigint language sql immutable
    as 'select a::bigint + b'`,
  (
    s,
    i,
  ) => `create function ${s}.find_orders_${i}(since timestamptz default now(), status ${s}.status default 'open',
    most integer default 100) returns table (id integer, placed_at timestamptz, total numeric) language sql stable
    as 'select 1, since, 1.5'`,
  (
    s,
    i,
  ) => `create function ${s}.total_of_${i}(lines ${s}.line[], discount numeric default 0.1) returns numeric
    language sql as 'select sum(l.price * l.amount) * (1 - discount) from unnest(lines) l'`,
  (
    s,
    i,
  ) => `create procedure ${s}.close_month_${i}(day date, inout closed integer default null, note text default '')
    language sql as 'select 1'`,
  (s, i) => `create function ${s}.tagged_${i}(variadic tags text[] default '{}') returns integer
    language sql as 'select cardinality(tags)'`,
  (s, i) => `create function ${s}.overloaded_${i}(a text) returns text language sql as 'select a'`,
  (s, i) => `create function ${s}.overloaded_${i}(a integer) returns integer language sql as 'select a'`,
  (
    s,
    i,
  ) => `create function ${s}.unnamed_${i}(integer, ${s}.email, jsonb default '{"a": [1, 2]}') returns text
    language sql as 'select $2::text'`,
  (
    s,
    i,
  ) => `create function ${s}.both_${i}(in a uuid, out b inet, out c interval, inout d bytea) language sql security definer
    as $$ select '10.0.0.1'::inet, '1 day'::interval, d $$`,
  (
    s,
    i,
  ) => `create function ${s}.first_of_${i}(list anyarray, otherwise anyelement default null) returns anyelement
    language sql as 'select coalesce(list[1], otherwise)'`,
  (
    s,
    i,
  ) => `create function ${s}.address_of_${i}(who ${s}.person, span daterange, spots point[]) returns setof ${s}.address
    language sql as 'select (who).home'`,
];

const schemas = ['sales', 'stock', 'people', 'ledger', 'support'];

/** The types that the shapes of a schema use. */
const typesOf = (s: string): string => `
  create schema ${s};
  create type ${s}.status as enum ('open', 'paid', 'shipped', 'closed');
  create domain ${s}.email as varchar(80) check (value like '%@%');
  create type ${s}.address as (street text, postcode varchar(12), country char(2));
  create type ${s}.person as (name text, mail ${s}.email, home ${s}.address, born date);
  create type ${s}.line as (product integer, price numeric(12,2), amount smallint)`;

const commentOnHalf = `
  do $$ declare routine record; begin
    for routine in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = any ('{${schemas.join()}}') and p.oid::bigint % 2 = 0
    loop execute format('comment on routine %s is %L', routine.name, 'About ' || routine.name); end loop;
  end $$`;

/** SQL that creates this many functions and procedures of many shapes in five schemas, half of them with comments. */
export function manyRoutines(count: number): string {
  const routines = Array.from({ length: count }, (_, index) => {
    const group = Math.floor(index / shapes.length);
    const schema = schemas[group % schemas.length] ?? '';
    return shapes[index % shapes.length]?.(schema, group) ?? '';
  });
  return [...schemas.map(typesOf), ...routines, commentOnHalf].join(';\n');
}
