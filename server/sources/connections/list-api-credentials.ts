import statement, { raw } from 'sql-template-tag';
import type { listApiCredentials as listOperation } from '@/lib/contract/sources/requests';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { kindsThatCan } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql, sortSql } from '@/server/operations/list-filter';

const BASE_URL = `k.settings->>'apiBaseUrl'`;

const FIELDS: FilterFields = {
  creds_id: 'k.credential_id',
  name: 'k.name',
  api_base_url: BASE_URL,
  auth_type: `k.settings->>'authType'`,
};

const API_CREDENTIAL = {
  credential_id: column.int,
  name: column.text,
  api_base_url: column.text,
  auth_type: column.text,
};

/** The connections to APIs, without their authentication. */
export async function listApiCredentials({
  subject,
  query: { filter, ...order },
}: Context<typeof listOperation>) {
  const rows = await query(
    API_CREDENTIAL,
    statement`select k.credential_id, k.name, coalesce(${raw(BASE_URL)}, '') as api_base_url,
       coalesce(k.settings->>'authType', 'none') as auth_type
     from credential k
     where k.org_id = ${subject.orgId} and k.source_kind = any(${kindsThatCan('signIn')}) and k.deleted_at is null
       ${filterSql(filter ?? [], FIELDS)}
     order by ${sortSql(order, FIELDS, 'lower(k.name), k.credential_id')}`,
    adHocSql,
  );
  return rows.map((row) => ({
    credentialId: row.credential_id,
    name: row.name,
    apiBaseUrl: row.api_base_url,
    authType: row.auth_type,
  }));
}
