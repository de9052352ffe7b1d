import { isDeepStrictEqual } from 'node:util';
import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { BodyOf } from '@/lib/contract/operation';
import type {
  checkCredential as checkCredentialOperation,
  updateCredential as updateCredentialOperation,
} from '@/lib/contract/sources/credentials';
import { DEFAULT_TAG, WORKER_TAG, WORKER_TAG_RULE } from '@/lib/sources/worker-tag';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError, changedMeanwhile, invalidAt } from '@/server/base/errors';
import { seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import type { Context } from '@/server/operations/context';
import {
  changedConnection,
  partOf,
  readSaved,
  type SavedConnection,
} from '@/server/sources/connections/changed-connection';
import { readCredentialNow } from '@/server/sources/connections/list-credentials';
import { nextLook } from '@/server/sources/connections/next-look';
import { partSecrets } from '@/server/sources/connections/save-credential';
import { tryConnection } from '@/server/sources/connections/try-connection';

type Body = BodyOf<typeof updateCredentialOperation>;

const COLUMNS = {
  name: column.text,
  for_sync: column.boolean,
  for_runs: column.boolean,
  for_results: column.boolean,
  resource_id: column.text.nullable(),
  concurrency_limit: column.int.nullable(),
  worker_tag: column.text.nullable(),
  look_every: column.text,
};
type Columns = RowOf<typeof COLUMNS>;

/** The network guard makes an exception for seeded connections, so nobody may change where they lead. */
export function refuseBuiltin(saved: SavedConnection): void {
  if (!saved.isBuiltin) return;
  throw new AppError(
    'impossible',
    `"${saved.name}" is Pushboard's own sample connection: only its name can be changed.`,
  );
}

/** Opens a connection as it is saved, or as it would be with the requested changes. */
export async function checkCredential({
  subject,
  params,
  body,
  signal,
}: Context<typeof checkCredentialOperation>) {
  const saved = await readSaved(subject.orgId, params.credsId);
  const part = partOf(saved, body);
  if (part === null) {
    if (saved.unopened !== null) throw saved.unopened;
    return tryConnection(subject.orgId, saved.sourceKind, saved.connection, signal, saved.isBuiltin);
  }
  refuseBuiltin(saved);
  return tryConnection(subject.orgId, saved.sourceKind, changedConnection(saved, part), signal);
}

/**
 * Updates a connection. Throws 409 with its current state if it changed since the client read it. Changed connection
 * settings are tested first (422), unless the caller insists. Without changed ones, the sealed secrets stay as they are,
 * so that this works without their key, too.
 */
export async function updateCredential({
  subject: { orgId },
  params: { credsId },
  query: { force },
  body,
  audit,
  signal,
}: Context<typeof updateCredentialOperation>) {
  const saved = await readSaved(orgId, credsId);
  if (body.version !== undefined && body.version !== saved.version) {
    throw changedMeanwhile(await readCredentialNow(orgId, credsId));
  }
  const { az, db, api, aws, github } = body;
  const part = partOf(saved, { az, db, api, aws, github });
  if (part !== null) refuseBuiltin(saved);
  const connection = part === null ? saved.connection : changedConnection(saved, part);
  if (part !== null && force !== true) await tryConnection(orgId, saved.sourceKind, connection, signal);

  const isStale = await transaction(async (tx) => {
    const before = await readSaved(orgId, credsId, tx, 'for update');
    // The change was merged with and tested against the version that was read.
    if (before.version !== saved.version) return true;
    const [row] = await query(
      COLUMNS,
      statement`select name, for_sync, for_runs, for_results, resource_id, concurrency_limit, worker_tag, look_every
        from credential
        where credential_id = ${credsId}`,
      tx,
    );
    if (row === undefined) return true;
    const columns = changedColumns(row, body);
    const is = partSecrets(saved.sourceKind, connection);
    const was = partSecrets(saved.sourceKind, before.connection);
    if (same(columns, row) && same(is, was)) return false;
    const sealed =
      part === null
        ? statement`sealed_secrets`
        : statement`${seal(JSON.stringify(is.secrets), sealPurpose(orgId, credsId))}`;
    await execute(
      statement`update credential set name = ${columns.name}, for_sync = ${columns.for_sync},
         for_runs = ${columns.for_runs}, for_results = ${columns.for_results}, resource_id = ${columns.resource_id},
         concurrency_limit = ${columns.concurrency_limit}, worker_tag = ${columns.worker_tag}, look_every = ${columns.look_every},
         look_due_at = case when look_every = ${columns.look_every} then look_due_at else ${nextLook(statement`${columns.look_every}`)} end,
         settings = ${JSON.stringify(is.settings)},
         sealed_secrets = ${sealed}, version = version + 1
       where org_id = ${orgId} and credential_id = ${credsId}`,
      tx,
    );
    const secretKeys = Object.keys(is.secrets).filter((key) => !same(is.secrets[key], was.secrets[key]));
    await recordAudit(tx, audit, {
      orgId,
      action: 'credential.update',
      subjectType: 'credential',
      subjectId: String(credsId),
      before: { ...row, settings: was.settings },
      after: { ...columns, settings: is.settings, replaced_secrets: secretKeys },
    });
    return false;
  });
  const now = await readCredentialNow(orgId, credsId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

function changedColumns(row: Columns, body: Body): Columns {
  return {
    name: body.name ?? row.name,
    for_sync: body.forSync ?? row.for_sync,
    for_runs: body.forRuns ?? row.for_runs,
    for_results: body.forResults ?? row.for_results,
    resource_id: body.resourceId === undefined ? row.resource_id : body.resourceId,
    look_every: body.lookEvery ?? row.look_every,
    concurrency_limit: body.concurrencyLimit === undefined ? row.concurrency_limit : body.concurrencyLimit,
    worker_tag: body.workerTag === undefined ? row.worker_tag : ownTag(body.workerTag),
  };
}

/** The tag as it is stored. Throws 400 for one that no worker can have. */
function ownTag(tag: string | null): string | null {
  if (tag === null || tag === DEFAULT_TAG) return null;
  if (WORKER_TAG.test(tag)) return tag;
  const message = `A tag ${WORKER_TAG_RULE}.`;
  throw invalidAt('workerTag', message);
}

const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b));
const plain = (value: unknown): JsonValue => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
