import { isDeepStrictEqual } from 'node:util';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type {
  syncEnvironmentAppRegistration as appRegistrationOperation,
  syncEnvironmentDatabases as databasesOperation,
  syncEnvironmentStore as storeOperation,
} from '@/lib/contract/sources/sync-environment';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { can, sourceKindOf } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import { readSaved } from '@/server/sources/connections/changed-connection';
import { checkConnection, insertCredential, partSecrets } from '@/server/sources/connections/save-credential';

/** A connection as the environment has it. */
interface Wanted {
  /** What it is recognized by later. */
  resourceId: string;
  /** Its name when it is added; later names stay. */
  name: string;
  credType: 'db' | 'az';
  part: Record<string, JsonValue>;
}

type Call = Pick<Context<typeof databasesOperation>, 'actor' | 'subject' | 'audit'>;
type Outcome = 'additions' | 'updates' | 'alreadyAdded';

export async function syncEnvironmentDatabases(call: Context<typeof databasesOperation>) {
  const databases = env().environmentDatabases.map(
    ({ name, system, part }): Wanted => ({
      resourceId: `environment:db:${name}`,
      name,
      credType: 'db',
      part: { ...part, databaseSystem: system },
    }),
  );
  return takeOver(call, databases, 'names no databases. Set ENVIRONMENT_DATABASES');
}

export async function syncEnvironmentStore(call: Context<typeof storeOperation>) {
  const { environmentStore: part } = env();
  const resourceId = 'environment:blob';
  const wanted: Wanted[] = part === null ? [] : [{ resourceId, name: 'Storage', credType: 'az', part }];
  return takeOver(
    call,
    wanted,
    'has no storage. Set AZURE_BLOB_URL, AZURE_BLOB_CONTAINER, and AZURE_BLOB_SAS',
  );
}

export async function syncEnvironmentAppRegistration(call: Context<typeof appRegistrationOperation>) {
  const { environmentAppRegistration: part } = env();
  const resourceId = 'environment:app_reg';
  const wanted: Wanted[] =
    part === null ? [] : [{ resourceId, name: 'Azure App Registration', credType: 'az', part }];
  return takeOver(
    call,
    wanted,
    'has no app registration. Set ENTRA_TENANT_ID, ENTRA_CLIENT_ID, and ENTRA_CLIENT_SECRET',
  );
}

/**
 * Adds and updates connections, all or none of them, without opening them: a database that is down now is taken over,
 * too. Throws 409 outside the operator's organization, and if the environment lists no connections.
 */
async function takeOver(
  { actor, subject: { orgId }, audit }: Call,
  wanted: readonly Wanted[],
  missing: string,
): Promise<Record<Outcome, number>> {
  if (env().environmentOrg !== orgId) {
    throw new AppError(
      'conflict',
      'Connections of the environment are for another organization. Ask the people who run Pushboard to set ENVIRONMENT_ORG.',
    );
  }
  if (wanted.length === 0)
    throw new AppError('conflict', `The environment of this server ${missing}, and restart it.`);
  return transaction(async (tx) => {
    // Two admins may press the button at once.
    const purpose = `environment ${orgId}`;
    await query(
      { locked: column.text },
      statement`select pg_advisory_xact_lock(hashtextextended(${purpose}, 0))::text as locked`,
      tx,
    );
    const counts = { additions: 0, updates: 0, alreadyAdded: 0 };
    for (const each of wanted) counts[await save(tx, orgId, each, actor.userId, audit)] += 1;
    return counts;
  });
}

async function save(
  tx: Sql,
  orgId: string,
  { resourceId, name, credType, part }: Wanted,
  userId: string,
  audit: Call['audit'],
): Promise<Outcome> {
  const sourceKind = sourceKindOf(credType, part);
  if (sourceKind === null)
    throw new AppError('impossible', `Connections to ${String(part.databaseSystem)} are not available.`);
  const { databaseSystem: _, ...given } = part;
  const connection = checkConnection(sourceKind, credType, given);
  const [known] = await query(
    { credential_id: column.int },
    statement`select credential_id from credential where org_id = ${orgId} and resource_id = ${resourceId}
      and source_kind = ${sourceKind} and deleted_at is null order by credential_id limit 1 for update`,
    tx,
  );
  if (known === undefined) {
    const [forSync, forResults] = [can(sourceKind, 'discovery'), can(sourceKind, 'stores')];
    const uses = { forSync, forRuns: forSync, forResults };
    const made = { orgId, sourceKind, name, ...uses, resourceId, connection };
    await insertCredential(tx, { ...made, isBuiltin: false, createdByUserId: userId }, audit);
    return 'additions';
  }
  const credentialId = known.credential_id;
  const saved = await readSaved(orgId, credentialId, tx, 'for update');
  if (saved.unopened === null && isDeepStrictEqual(saved.connection, connection)) return 'alreadyAdded';
  const [before, after] = [saved.connection, connection].map((each) => partSecrets(sourceKind, each));
  await execute(
    statement`update credential set settings = ${JSON.stringify(after?.settings)},
       sealed_secrets = ${seal(JSON.stringify(after?.secrets), sealPurpose(orgId, credentialId))}, version = version + 1
     where org_id = ${orgId} and credential_id = ${credentialId}`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: 'credential.update',
    subjectType: 'credential',
    subjectId: String(credentialId),
    before: { settings: before?.settings ?? null },
    after: { settings: after?.settings ?? null, from: 'environment' },
  });
  return 'updates';
}
