import type { Client } from 'pg';
import { castName, isCallable, readCatalog, routineLikeness, routineName } from './catalog';

/** A routine's row in the catalog. */
export interface RoutineRow {
  cloud_name: string;
  schema: string;
  name: string;
  types: string;
  is_procedure: boolean;
  is_volatile: boolean;
  is_overloaded: boolean;
  returns_set: boolean;
  return_oid: number;
  description: string | null;
  likeness: string[];
  arguments: ArgumentRow[];
}

export interface ArgumentRow {
  name: string | null;
  /** pg_proc.proargmodes: in, out, both, variadic, table. */
  mode: 'i' | 'o' | 'b' | 'v' | 't';
  oid: number;
  cast: string;
  default: string | null;
}

/**
 * Reads the routines with these names, each in the form of `routineName`, in one query; those that don't exist are
 * missing from the result. `inSchemas` is a condition on the routine's schema `n`.
 */
export function readRoutines(
  client: Client,
  cloudNames: readonly string[],
  inSchemas: string,
): Promise<RoutineRow[]> {
  return readCatalog<RoutineRow[]>(client, routinesQuery(inSchemas), [JSON.stringify(cloudNames)]);
}

// The names of all routines are computed at once and then joined, because a thousand may be requested.
const routinesQuery = (inSchemas: string): string => `
with named as (
  select p.oid, ${routineName} as cloud_name,
    count(*) over (partition by p.pronamespace, p.proname) > 1 as is_overloaded
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where ${isCallable} and ${inSchemas}
)
select coalesce(json_agg(r), '[]')
from (
  select
    named.cloud_name,
    n.nspname as schema,
    p.proname as name,
    oidvectortypes(p.proargtypes) as types,
    p.prokind = 'p' as is_procedure,
    p.provolatile = 'v' as is_volatile,
    named.is_overloaded,
    p.proretset as returns_set,
    p.prorettype::int8 as return_oid,
    obj_description(p.oid, 'pg_proc') as description,
    ${routineLikeness} as likeness,
    (
      select coalesce(json_agg(json_build_object(
        'name', nullif(p.proargnames[a.position], ''),
        'mode', coalesce(p.proargmodes[a.position]::text, 'i'),
        'oid', a.oid::int8,
        'cast', ${castName('a.oid')},
        'default', pg_get_function_arg_default(p.oid, a.position::int)
      ) order by a.position), '[]')
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (oid, position)
    ) as arguments
  from named
  join pg_proc p on p.oid = named.oid
  join pg_namespace n on n.oid = p.pronamespace
  where named.cloud_name in (select json_array_elements_text($1::json))
) r`;
