import type { Client } from 'pg';
import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';
import { withCatalogPath } from '../session/catalog-path';

/**
 * The parts of catalog queries that identify a routine. They depend on `readCatalog`: with only `pg_catalog` on the
 * search path, `format_type` and similar functions print every other type with its schema, whatever the role's own path.
 */
export const routineName = `${nameText('n.nspname')} || '.' || ${nameText('p.proname')}
  || '(' || oidvectortypes(p.proargtypes) || ')'`;

/**
 * What identifies routine `p` after a rename or with other arguments (see `Likeness`): its id with its body, its name,
 * its body. `prosqlbody` exists since version 14.
 */
export const routineLikeness = `(
  select json_build_array('oid ' || p.oid || ' ' || body, 'name ' || ${nameText('n.nspname')} || '.'
    || ${nameText('p.proname')}, 'body ' || body)
  from (select md5(concat_ws(chr(31), p.prokind, p.prolang, p.prorettype, p.proretset,
    oidvectortypes(p.proargtypes), p.prosrc, p.probin,
    case when p.prosrc = '' then to_jsonb(p) ->> 'prosqlbody' end)) as body) hashed)`;

/** Routines that a person can call, excluding trigger functions and those that only the server itself can call. */
export const isCallable = `
  p.prokind in ('f', 'p')
  and format_type(p.prorettype, null) not in (
    'trigger', 'event_trigger', 'internal', 'language_handler',
    'fdw_handler', 'index_am_handler', 'table_am_handler', 'tsm_handler'
  )
  and not ('internal'::regtype = any (p.proargtypes) or 'pg_ddl_command'::regtype = any (p.proargtypes))`;

/** The schemas whose routines are offered: all except the server's own. */
export const isOwnersSchema = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

/**
 * The name of a type for casts, whatever the session's search path: `format_type` leaves built-in types unqualified, and
 * gives `character` and `bit` a length of one.
 */
export function castName(oid: string): string {
  return `(select case when s.nspname = 'pg_catalog' then 'pg_catalog.' || pg_catalog.quote_ident(c.typname)
      else pg_catalog.format_type(c.oid, null) end
    from pg_catalog.pg_type c join pg_catalog.pg_namespace s on s.oid = c.typnamespace where c.oid = ${oid})`;
}

/**
 * Whether type `t` is an array: the one that its element type names as its array. The vectors of the catalog
 * (`oidvector`) have elements too, but another text format.
 */
const isArray = `exists (select from pg_type e where e.oid = t.typelem and e.typarray = t.oid)`;

export function cloudIdPrefix(credsId: number): string {
  return `db::postgres::${credsId}::`;
}

/** A name as it is, but quoted if its end would be ambiguous. */
function nameText(column: string): string {
  return `case when ${column} ~ '[.()"]' then '"' || replace(${column}, '"', '""') || '"' else ${column}::text end`;
}

/** Runs a query whose only cell is JSON, under the search path that catalog queries depend on. */
export async function readCatalog<T>(client: Client, text: string, values: (string | null)[]): Promise<T> {
  const answer = await withCatalogPath(client, () =>
    client.query<[string]>({ text, values, rowMode: 'array' }),
  );
  return JSON.parse(answer.rows[0]?.[0] ?? 'null');
}

interface TypeRow {
  oid: number;
  name: string;
  /** pg_type.typtype. */
  kind: string;
  base: { oid: number; name: string } | null;
  elementOid: number | null;
  /** The delimiter of array elements. */
  delimiter: string;
  labels: string[];
  attributes: { key: string; oid: number; name: string }[];
}

/** The deepest nesting of composites in a form; deeper ones are text. */
const maximumDepth = 8;

/** Reads the types with these OIDs, and everything they consist of. */
export async function readTypes(
  client: Client,
  oids: readonly number[],
): Promise<(oid: number) => PostgresType> {
  const rows = await readCatalog<TypeRow[]>(client, typesQuery, [`{${oids.join(',')}}`]);
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  return (oid) => toType(byOid, oid, byOid.get(oid)?.name ?? 'unknown', maximumDepth);
}

/** `name` may be more specific than the type's own: an attribute's `numeric(12,2)`, for example. */
function toType(byOid: ReadonlyMap<number, TypeRow>, oid: number, name: string, depth: number): PostgresType {
  const row = byOid.get(oid);
  if (row === undefined || depth === 0) return { kind: 'base', name };
  const inner = (innerOid: number, innerName: string): PostgresType =>
    toType(byOid, innerOid, innerName, depth - 1);
  if (row.elementOid !== null) {
    const elementName = name.endsWith('[]') ? name.slice(0, -2) : (byOid.get(row.elementOid)?.name ?? 'text');
    const element = inner(row.elementOid, elementName);
    return { kind: 'array', name, element, ...(row.delimiter === ',' ? {} : { delimiter: row.delimiter }) };
  }
  switch (row.kind) {
    case 'e':
      return { kind: 'enum', name, labels: row.labels };
    case 'd':
      return row.base === null
        ? { kind: 'base', name }
        : { kind: 'domain', name, base: inner(row.base.oid, row.base.name) };
    case 'c': {
      const attributes = row.attributes.map((attribute) => ({
        key: attribute.key,
        type: inner(attribute.oid, attribute.name),
      }));
      return { kind: 'composite', name, attributes };
    }
    case 'p':
      return { kind: 'pseudo', name };
    case 'r':
    case 'm':
      return { kind: 'range', name };
    default:
      return { kind: 'base', name };
  }
}

const typesQuery = `
with recursive needed (oid) as (
  select unnest($1::oid[])
  union
  select part.oid
  from needed
  join pg_type t on t.oid = needed.oid
  cross join lateral (
    select t.typbasetype
    union all select t.typelem where ${isArray}
    union all select a.atttypid from pg_attribute a
      where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) as part (oid)
  where part.oid <> 0
)
select coalesce(json_agg(json_build_object(
  'oid', t.oid::int8,
  'name', format_type(t.oid, null),
  'kind', t.typtype,
  'base', case when t.typtype = 'd' then json_build_object(
    'oid', t.typbasetype::int8, 'name', format_type(t.typbasetype, t.typtypmod)) end,
  'elementOid', case when ${isArray} then t.typelem::int8 end,
  'delimiter', t.typdelim,
  'labels', array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder),
  'attributes', (
    select coalesce(json_agg(json_build_object(
      'key', a.attname, 'oid', a.atttypid::int8, 'name', format_type(a.atttypid, a.atttypmod)
    ) order by a.attnum), '[]')
    from pg_attribute a
    where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  )
)), '[]')
from needed
join pg_type t on t.oid = needed.oid`;
