import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { RestConnection } from '@/server/connectors/rest/connection';
import type { ImportedAuth } from '../operations/imported';

type Known = Partial<Pick<RestConnection, 'authType' | 'authScheme' | 'moreAuth'>>;

/**
 * Adds to a connection the schemes that a newer version of its description names. Existing schemes stay unchanged:
 * someone may have filled in secrets for them.
 */
export async function keepSchemes(
  tx: Sql,
  orgId: string,
  credentialId: number,
  { authScheme: main, moreAuth: others, ...own }: ImportedAuth,
): Promise<void> {
  if (main === undefined || own.authType === undefined) return;
  const [row] = await query(
    { settings: column.json<Known>() },
    statement`select settings from credential where org_id = ${orgId}
      and credential_id = ${credentialId} for update`,
    tx,
  );
  const { authType, authScheme = '', moreAuth = {} } = row?.settings ?? {};
  // A credential from before descriptions named their schemes is the main scheme, if it has its kind.
  const named = authScheme === '' && authType === own.authType ? main : authScheme;
  if (named === '') return;
  const { authType: mainType, apiKeyName, apiKeyIn, tokenUrl, scopes } = { ...own, authType: own.authType };
  const all = { [main]: { authType: mainType, apiKeyName, apiKeyIn, tokenUrl, scopes }, ...others };
  const fresh = Object.entries(all).filter(([name]) => name !== named && !Object.hasOwn(moreAuth, name));
  if (named === authScheme && fresh.length === 0) return;
  const changed: JsonValue = JSON.parse(
    JSON.stringify({ authScheme: named, moreAuth: { ...moreAuth, ...Object.fromEntries(fresh) } }),
  );
  await execute(
    statement`update credential set settings = settings || ${JSON.stringify(changed)}::jsonb, version = version + 1
     where org_id = ${orgId} and credential_id = ${credentialId}`,
    tx,
  );
}
