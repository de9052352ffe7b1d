import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { Discovered } from '@/server/connectors/things';
import {
  cloudIdPrefix,
  isCallable,
  isOwnersSchema,
  readCatalog,
  routineLikeness,
  routineName,
} from './catalog/catalog';
import { declaredEffect } from './catalog/warning-tag';
import type { PostgresConnection } from './connection';
import { toConnectorError } from './errors';
import { withSession } from './session/session-pool';
import { withinTime } from './session/within-time';

interface RoutineRow {
  cloud_name: string;
  name: string;
  types: string;
  is_overloaded: boolean;
  extension: string | null;
  may_use_schema: boolean;
  may_execute: boolean;
  schema: string;
  role: string;
  traits: string[];
  likeness: string[];
  is_procedure: boolean;
  is_volatile: boolean;
  signature: string;
  lacks_columns: boolean;
}

/** Every function and procedure that can be called, ordered by name; in one query. */
export async function discover(
  connection: PostgresConnection,
  context: ConnectorContext,
): Promise<Discovered[]> {
  const rows = await withSession(connection, context, null, ({ client }) =>
    withinTime(client, () => readCatalog<RoutineRow[]>(client, routinesQuery, [])).catch((error: unknown) => {
      throw toConnectorError(error, connection);
    }),
  );
  return rows.map((row) => ({
    cloudId: `${cloudIdPrefix(context.credsId)}${row.cloud_name}`,
    cloudName: row.cloud_name,
    friendlyName: row.is_overloaded ? `${row.name}(${row.types})` : row.name,
    unavailableReason: reasonOf(row),
    extension: row.extension,
    traits: row.traits,
    likeness: row.likeness,
    signature: row.signature,
    warningTag: declaredEffect(row),
  }));
}

function reasonOf({ may_use_schema, may_execute, lacks_columns, role, schema }: RoutineRow): string | null {
  if (!may_use_schema) return `"${role}" may not use the schema "${schema}". Ask its owner for USAGE on it.`;
  if (!may_execute) return `"${role}" may not execute this routine. Ask its owner for EXECUTE on it.`;
  if (lacks_columns) {
    return 'It returns SETOF record and does not declare its columns. Declare them as OUT arguments or RETURNS TABLE.';
  }
  return null;
}

const routinesQuery = `
select coalesce(json_agg(r order by r.schema, r.name, r.types), '[]')
from (
  select
    ${routineName} as cloud_name,
    n.nspname as schema,
    p.proname as name,
    oidvectortypes(p.proargtypes) as types,
    p.prokind = 'p' as is_procedure,
    p.provolatile = 'v' as is_volatile,
    pg_get_function_identity_arguments(p.oid) as signature,
    count(*) over (partition by p.pronamespace, p.proname) > 1 as is_overloaded,
    e.extname as extension,
    has_schema_privilege(n.oid, 'USAGE') as may_use_schema,
    has_function_privilege(p.oid, 'EXECUTE') as may_execute,
    -- A function in SQL answers such rows as texts; every other language needs to know the columns beforehand.
    p.proretset and p.prorettype = 'record'::regtype and p.proallargtypes is null
      and l.lanname <> 'sql' as lacks_columns,
    current_user as role,
    array_remove(array[
      case when p.prosecdef then 'security definer' end,
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
      nullif(left(btrim(split_part(btrim(obj_description(p.oid, 'pg_proc'), E'\n '), E'\n', 1)), 200), '')
    ], null) as traits,
    ${routineLikeness} as likeness
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_language l on l.oid = p.prolang
  left join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
  left join pg_extension e on e.oid = d.refobjid
  where ${isCallable} and ${isOwnersSchema}
) r`;
