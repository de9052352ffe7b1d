import statement from 'sql-template-tag';
import { PREVIOUS_SECRET_HOURS } from '@/lib/contract/webhooks/webhook';
import type * as contract from '@/lib/contract/webhooks/webhooks';
import { recordAudit } from '@/server/access/audit';
import { alsoSetBy } from '@/server/automation/also-set-by';
import { about, type WithSecret } from '@/server/automation/webhooks/change-webhooks';
import {
  lockWebhook,
  readOneWebhook,
  sealSecret,
  type Webhook,
} from '@/server/automation/webhooks/webhook-rows';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { newSecret } from '@/server/base/secrets/webhook-address';
import type { Context } from '@/server/operations/context';
import { approvalGate } from '@/server/runs/approvals/request-approval';

/**
 * Replaces the secret. The one before counts for a day, so that senders lose nothing; any earlier one ends now. A person
 * who knows it can send any values, so they can't approve what a colleague's webhook asks for. Throws 422 if nobody else
 * could.
 */
export async function replaceWebhookSecret({
  actor,
  subject: command,
  params: { webhookId },
  audit,
}: Context<typeof contract.replaceWebhookSecret>): Promise<WithSecret> {
  const { orgId } = command;
  const secret = newSecret();
  return transaction(async (tx) => {
    const before = await lockWebhook(tx, command, webhookId);
    const publicId = before.public_id;
    const setters = alsoSetBy(before, actor.userId);
    await approvalGate(command, { userId: before.owner_user_id }, setters);
    await execute(
      statement`update webhook set sealed_secret = ${sealSecret(publicId, secret)},
          sealed_previous_secret = sealed_secret,
          previous_secret_ends_at = now() + make_interval(hours => ${PREVIOUS_SECRET_HOURS}),
          modified_at = now(), modified_by_user_id = ${actor.userId}, also_set_by = ${setters}
        where org_id = ${orgId} and webhook_id = ${webhookId}`,
      tx,
    );
    await recordAudit(tx, audit, about(orgId, webhookId, 'webhook.secret'));
    return { ...(await readOneWebhook(actor, command, webhookId, tx)), secret };
  });
}

/** Stops accepting the previous secret at once, for example after it leaked. Does nothing if there is none. */
export async function endPreviousWebhookSecret({
  actor,
  subject: command,
  params: { webhookId },
  audit,
}: Context<typeof contract.endPreviousWebhookSecret>): Promise<Webhook> {
  const { orgId } = command;
  return transaction(async (tx) => {
    const { previous_secret_until: until } = await lockWebhook(tx, command, webhookId);
    if (until !== null) {
      await execute(
        statement`update webhook set sealed_previous_secret = null, previous_secret_ends_at = null, modified_at = now(),
            modified_by_user_id = ${actor.userId}
          where org_id = ${orgId} and webhook_id = ${webhookId}`,
        tx,
      );
      await recordAudit(tx, audit, about(orgId, webhookId, 'webhook.secret_end'));
    }
    return readOneWebhook(actor, command, webhookId, tx);
  });
}
