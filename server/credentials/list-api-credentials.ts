import type { listApiCredentials as listOperation } from '@/lib/contract/requests';
import { kindsThatCan } from '@/server/connectors/registry';
import { adHocSql } from '@/server/db';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql, sortSql } from '@/server/http/list-filter';

const BASE_URL = `k.settings->>'apiBaseUrl'`;

const FIELDS: FilterFields = {
  creds_id: 'k.credential_id',
  name: 'k.name',
  api_base_url: BASE_URL,
  auth_type: `k.settings->>'authType'`,
};

interface Row {
  credential_id: number;
  name: string;
  api_base_url: string;
  auth_type: string;
}

/** The connections to APIs, without what they sign in with. */
export async function listApiCredentials({ subject, query }: Context<typeof listOperation>) {
  const filter = filterSql(query.filter ?? [], FIELDS, 3);
  const rows = await adHocSql.query<Row>(
    `select k.credential_id, k.name, coalesce(${BASE_URL}, '') as api_base_url,
       coalesce(k.settings->>'authType', 'none') as auth_type
     from credential k
     where k.org_id = $1 and k.source_kind = any($2) and k.deleted_at is null${filter.sql}
     order by ${sortSql(query, FIELDS, 'lower(k.name), k.credential_id')}`,
    [subject.orgId, kindsThatCan('signIn'), ...filter.values],
  );
  return rows.map((row) => ({
    credentialId: row.credential_id,
    name: row.name,
    apiBaseUrl: row.api_base_url,
    authType: row.auth_type,
  }));
}
