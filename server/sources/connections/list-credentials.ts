import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type {
  credential,
  listCredentials as listCredentialsOperation,
  listDatabaseCredentials as listDatabasesOperation,
  listGithubCredentials as listRepositoriesOperation,
  readCredential as readCredentialOperation,
} from '@/lib/contract/sources/credentials';
import { lookEvery } from '@/lib/contract/sources/expected-breaks';
import type { RunError } from '@/lib/runs/run-error';
import type { Decoded } from '@/lib/wire/wire';
import { adHocSql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { isTagServed } from '@/server/base/events/worker-alive';
import { open } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { allConnectors, connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql, sortSql } from '@/server/operations/list-filter';
import { isSecretSet } from '@/server/sources/connections/changed-connection';
import { type PushWebhook, readPushWebhooks } from '@/server/sources/push/push-webhook-rows';

const CREDENTIAL = {
  credential_id: column.int,
  org_id: column.text,
  source_kind: column.textAs<SourceKind>(),
  name: column.text,
  for_sync: column.boolean,
  for_runs: column.boolean,
  for_results: column.boolean,
  resource_id: column.text.nullable(),
  settings: column.json<Record<string, JsonValue>>(),
  concurrency_limit: column.int.nullable(),
  worker_tag: column.text.nullable(),
  worker_missing: column.boolean,
  is_builtin: column.boolean,
  created_at: column.time,
  version: column.int,
  command_count: column.int,
  sealed_secrets: column.bytes.nullable(),
  last_used_at: column.time.nullable(),
  last_status: column.text.nullable(),
  last_errors: column.json<RunError[]>().nullable(),
  look_every: column.oneOf(lookEvery.options),
  looked_at: column.time.nullable(),
  look_failure: column.text.nullable(),
  look_change_count: column.int,
  break_count: column.int,
};
type CredentialRow = RowOf<typeof CREDENTIAL>;

const columns =
  (): Statement => statement`k.credential_id, k.org_id, k.source_kind, k.name, k.for_sync, k.for_runs, k.for_results,
  k.resource_id, k.worker_tag, k.worker_tag is not null and not ${isTagServed(statement`k.worker_tag`)} as worker_missing,
  k.concurrency_limit, k.settings, k.is_builtin, k.created_at, k.version, k.sealed_secrets,
  (select count(*)::int from template t
   join command c on c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null
   where t.org_id = k.org_id and t.credential_id = k.credential_id) as command_count,
  k.look_every, k.looked_at, k.look_failure, k.look_change_count,
  (select count(*)::int from template t
   join expected_break b on b.org_id = t.org_id and b.template_id = t.template_id
   join command c on c.org_id = b.org_id and c.command_id = b.command_id and c.deleted_at is null
   where t.org_id = k.org_id and t.credential_id = k.credential_id) as break_count,
  latest.at as last_used_at, latest.status as last_status, latest.errors as last_errors`;

/** Credentials `k` with the last run of their commands. Each command's runs have an index of their own. */
const CREDENTIALS = statement`credential k left join lateral (
  select r.at, r.status, r.errors from template t
  join command c on c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null
  cross join lateral (
    select coalesce(run.started_at, run.created_at) as at, run.status, run.errors from run
    where run.command_id = c.command_id and run.queued_at is not null order by run.created_at desc limit 1
  ) r
  where t.org_id = k.org_id and t.credential_id = k.credential_id order by r.at desc limit 1
) latest on true`;

/** The wire's type of a row's kind. */
const credTypeSql = (): string =>
  `case k.source_kind ${allConnectors()
    .map(({ kind, credType }) => `when '${kind}' then '${credType}'`)
    .join(' ')} end`;

const fields = (): FilterFields => ({
  creds_id: 'k.credential_id',
  name: 'k.name',
  cred_type: credTypeSql(),
  source_kind: 'k.source_kind',
  syncs: { flag: 'k.for_sync' },
  runs: { flag: 'k.for_runs' },
  stores: { flag: 'k.for_results' },
});

/** What a worker looks at; null for what has no commands, such as a store. */
const lookOf = (
  row: CredentialRow,
  { capabilities }: ReturnType<typeof connectorFor>,
): Decoded<typeof credential>['look'] =>
  capabilities.includes('stores') || capabilities.includes('keyVault')
    ? null
    : {
        every: row.look_every,
        at: row.looked_at?.toISOString() ?? null,
        failure: row.look_failure,
        changeCount: row.look_change_count,
        breakCount: row.break_count,
      };

function credentialOf(row: CredentialRow, pushWebhook: PushWebhook | null): Decoded<typeof credential> {
  const connector = connectorFor(row.source_kind);
  const opened = openedOf(row);
  const connection = opened === null ? null : connectionOf(connector, { ...row.settings, ...opened });
  const authMissing = connection !== null && connector.lacksAuth?.(connection) === true;
  const secrets = Object.fromEntries(
    connector.secretKeys.map((key): [string, JsonValue] => [
      key,
      { is_set: isSet(row, opened, key), ...namesOf(connector, opened, key) },
    ]),
  );
  return {
    credentialId: row.credential_id,
    orgId: row.org_id,
    credType: connector.credType,
    sourceKind: row.source_kind,
    name: row.name,
    forSync: row.for_sync,
    forRuns: row.for_runs,
    forResults: row.for_results,
    resourceId: row.resource_id,
    concurrencyLimit: row.concurrency_limit,
    workerTag: row.worker_tag,
    workerMissing: row.worker_missing,
    isBuiltin: row.is_builtin,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    commandCount: row.command_count,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    ...problemOf(row, opened, authMissing),
    authMissing,
    authGaps: connection === null ? [] : [...(connector.authGaps?.(connection) ?? [])],
    settings: { ...row.settings, ...secrets },
    pushWebhook,
    look: lookOf(row, connector),
    [connector.credType]: documentedPart(row, { ...connector.partFacts, ...row.settings, ...secrets }),
  };
}

/** SQLSTATE classes 08 and 28, refused sign-ins, and the network's own codes. */
const NOT_LET_IN = /^(08|28)\w{3}$|^HTTP 40[137]$|^E[A-Z]{3,}$/;

function problemOf(
  { last_status, last_errors }: CredentialRow,
  opened: Opened | null,
  authMissing: boolean,
): Pick<Decoded<typeof credential>, 'problem' | 'problemDetail'> {
  if (opened === null) return { problem: 'secrets_unreadable', problemDetail: null };
  if (authMissing) return { problem: 'auth_missing', problemDetail: null };
  const [error] = last_status === 'failed' ? (last_errors ?? []) : [];
  return error?.code != null && NOT_LET_IN.test(error.code)
    ? { problem: 'unreachable', problemDetail: error.message }
    : { problem: null, problemDetail: null };
}

/** The nested part of the documents: the connection in snake case, with its id and name. */
function documentedPart(row: CredentialRow, settings: Record<string, JsonValue>): Record<string, JsonValue> {
  const named = Object.entries(settings).map(([key, value]) => [snakeCase(key), value]);
  return {
    creds_id: row.credential_id,
    org_id: row.org_id,
    name: row.name,
    ...Object.fromEntries(named),
  };
}

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Opened = Record<string, JsonValue>;

/** A connection's secrets; null if they can't be decrypted anymore. */
function openedOf({ org_id, credential_id, sealed_secrets }: CredentialRow): Opened | null {
  if (sealed_secrets === null) return {};
  try {
    return JSON.parse(open(sealed_secrets, sealPurpose(org_id, credential_id)));
  } catch {
    return null;
  }
}

/** The only fact about a secret that leaves this module. A secret that can't be decrypted anymore still counts as set. */
function isSet({ source_kind, settings }: CredentialRow, opened: Opened | null, key: string): boolean {
  return (
    opened === null || isSecretSet({ sourceKind: source_kind, connection: { ...settings, ...opened } }, key)
  );
}

/** The names within a secret that has several values. */
function namesOf(
  { namedSecretKeys }: ReturnType<typeof connectorFor>,
  opened: Opened | null,
  key: string,
): Record<string, JsonValue> {
  if (namedSecretKeys?.includes(key) !== true) return {};
  const values = opened?.[key];
  return { names: typeof values === 'object' && values !== null ? Object.keys(values).sort() : [] };
}

/** A connection as its connector reads it; null if it can't. */
const connectionOf = ({ connection }: ReturnType<typeof connectorFor>, saved: Opened) =>
  connection.safeParse(saved).data ?? null;

export async function listCredentials({ subject, query: wanted }: Context<typeof listCredentialsOperation>) {
  return credentialsOf(subject.orgId, wanted);
}

/** Lists the databases in the documents' shape. */
export async function listDatabaseCredentials({
  subject,
  query: { filter = [], ...order },
}: Context<typeof listDatabasesOperation>): Promise<Record<string, JsonValue>[]> {
  const found = await credentialsOf(subject.orgId, { filter: [...filter, 'cred_type:db'], ...order });
  return found.flatMap(({ db }) => (db === undefined ? [] : [db]));
}

/** Lists the repositories in the documents' shape. */
export async function listGithubCredentials({
  subject,
  query: { filter = [], ...order },
}: Context<typeof listRepositoriesOperation>): Promise<Record<string, JsonValue>[]> {
  const found = await credentialsOf(subject.orgId, { filter: [...filter, 'cred_type:github'], ...order });
  return found.flatMap(({ github, credentialId }) =>
    github === undefined ? [] : [{ github_creds_id: credentialId, ...github }],
  );
}

async function credentialsOf(
  orgId: string,
  { filter, ...order }: Context<typeof listCredentialsOperation>['query'],
): Promise<Decoded<typeof credential>[]> {
  const rows = await query(
    CREDENTIAL,
    statement`select ${columns()} from ${CREDENTIALS}
     where k.org_id = ${orgId} and k.deleted_at is null${filterSql(filter ?? [], fields())}
     order by ${sortSql(order, fields(), 'lower(k.name), k.credential_id')}`,
    adHocSql,
  );
  return withPushWebhooks(orgId, rows);
}

async function withPushWebhooks(
  orgId: string,
  rows: readonly CredentialRow[],
): Promise<Decoded<typeof credential>[]> {
  const telling = rows.filter((row) => connectorFor(row.source_kind).pushes !== undefined);
  const ids = telling.map((row) => row.credential_id);
  const pushWebhooks = await readPushWebhooks(orgId, ids);
  return rows.map((row) => credentialOf(row, pushWebhooks.get(row.credential_id) ?? null));
}

export async function readCredential({ subject, params }: Context<typeof readCredentialOperation>) {
  return readCredentialNow(subject.orgId, params.credsId);
}

/** Reads the current state of a connection. Throws 404 if it was deleted, or belongs to another organization. */
export async function readCredentialNow(
  orgId: string,
  credentialId: number,
): Promise<Decoded<typeof credential>> {
  const [row] = await query(
    CREDENTIAL,
    statement`select ${columns()} from ${CREDENTIALS}
     where k.org_id = ${orgId} and k.credential_id = ${credentialId} and k.deleted_at is null`,
  );
  const [found] = await withPushWebhooks(orgId, row === undefined ? [] : [row]);
  if (found === undefined) throw notFound();
  return found;
}
