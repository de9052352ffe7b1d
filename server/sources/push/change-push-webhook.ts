import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/sources/push-webhook';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { newPublicId, newSecret } from '@/server/base/secrets/webhook-address';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';
import type { Context } from '@/server/operations/context';
import { type PushWebhook, readPushWebhooks, sealSecret } from '@/server/sources/push/push-webhook-rows';

/**
 * Makes the push webhook of a connection. Of one that exists the secret is replaced, and the former one ends at once; the
 * address stays. Throws 422 for a kind of source that tells of no pushes.
 */
export async function makePushWebhook({
  subject: { orgId },
  params: { credsId },
  audit,
}: Context<typeof contract.makePushWebhook>): Promise<PushWebhook & { secret: string }> {
  const secret = newSecret();
  return transaction(async (tx) => {
    const { pushes, label } = connectorFor(await lockSource(tx, orgId, credsId));
    if (pushes === undefined) throw new AppError('impossible', `${label} does not tell of pushes.`);
    const [former] = await query(
      { public_id: column.text },
      statement`select public_id from push_webhook where org_id = ${orgId} and credential_id = ${credsId}`,
      tx,
    );
    const publicId = former?.public_id ?? newPublicId();
    await execute(
      statement`insert into push_webhook (credential_id, org_id, public_id, sealed_secret)
        values (${credsId}, ${orgId}, ${publicId}, ${sealSecret(publicId, secret)})
        on conflict (credential_id) do update set sealed_secret = excluded.sealed_secret, unsigned_at = null`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: former === undefined ? 'credential.push_webhook' : 'credential.push_webhook_secret',
      subjectType: 'credential',
      subjectId: String(credsId),
    });
    const made = (await readPushWebhooks(orgId, [credsId], tx)).get(credsId);
    if (made === undefined) throw new Error('A push webhook was not inserted');
    return { ...made, secret };
  });
}

/** The kind of a connection, which is locked until the transaction ends. Throws 404 if it was deleted, or belongs to another organization. */
async function lockSource(tx: Sql, orgId: string, credentialId: number): Promise<SourceKind> {
  const [row] = await query(
    { source_kind: column.textAs<SourceKind>() },
    statement`select source_kind from credential
      where org_id = ${orgId} and credential_id = ${credentialId} and deleted_at is null for update`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row.source_kind;
}

/** Removes the push webhook of a connection: its address answers nothing anymore. Does nothing if there is none. */
export async function removePushWebhook({
  subject: { orgId },
  params: { credsId },
  audit,
}: Context<typeof contract.removePushWebhook>): Promise<undefined> {
  await transaction(async (tx) => {
    await lockSource(tx, orgId, credsId);
    const removed = await query(
      { credential_id: column.int },
      statement`delete from push_webhook where org_id = ${orgId} and credential_id = ${credsId} returning credential_id`,
      tx,
    );
    if (removed.length === 0) return;
    await recordAudit(tx, audit, {
      orgId,
      action: 'credential.push_webhook_remove',
      subjectType: 'credential',
      subjectId: String(credsId),
    });
  });
  return undefined;
}
