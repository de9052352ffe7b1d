import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { readDeliveries, type WebhookDelivery } from '@/server/automation/webhooks/list-webhooks';
import { pauseWebhook } from '@/server/automation/webhooks/pause-webhook';
import { storedInputs, valuesFrom } from '@/server/automation/webhooks/webhook-inputs';
import { loadPrincipal } from '@/server/automation/webhooks/webhook-owner';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { insertHeldRun } from '@/server/runs/start/hold-run';
import { insertStartedRun } from '@/server/runs/start/insert-run';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';

/** A webhook, as far as deliveries need it. */
export interface Receiver {
  webhookId: number;
  orgId: string;
  commandId: number;
  ownerUserId: string;
  name: string;
  isEnabled: boolean;
  confirmedWord: string | null;
}

/** A message whose signature was verified. */
export interface SignedDelivery {
  /** What the sender calls it, or its signature. */
  key: string;
  signature: string;
  body: JsonValue;
  /** Who tests the webhook; null for what a sender signed. */
  testerUserId: string | null;
}

/** The same message came before, perhaps to another process at this moment. */
class CameBefore extends Error {}

/**
 * Starts the run of a delivery with the rights that the webhook's owner has now, or notes why there is none. A delivery
 * that comes again, or whose signature was used, starts nothing more: what came of it the first time is returned. One that
 * was refused may be sent again with a new signature. Throws if Pushboard itself fails; then nothing was noted, and the
 * sender's next attempt counts as the first.
 */
export async function takeDelivery(
  receiver: Receiver,
  delivery: SignedDelivery,
  audit: AuditSource,
): Promise<WebhookDelivery> {
  const before = await countRepeat(receiver, delivery);
  if (before !== null) return before;
  try {
    return await startRun(receiver, delivery, audit);
  } catch (error) {
    if (error instanceof CameBefore) return countTaken(receiver, delivery);
    if (!(error instanceof AppError)) throw error;
    return refuse(receiver, delivery, error.message, audit);
  }
}

/**
 * Counts a delivery that came before, and returns what came of it; null, with nothing counted, for a new one and for a
 * refused one that is sent again.
 */
async function countRepeat(
  { webhookId }: Receiver,
  { key, signature }: SignedDelivery,
): Promise<WebhookDelivery | null> {
  const [found] = await readDeliveries(
    statement`d.webhook_id = ${webhookId} and (d.delivery_key = ${key} and d.state = 'started' or exists (
      select from webhook_signature s
      where s.webhook_id = ${webhookId} and s.signature = ${signature} and s.webhook_delivery_id = d.webhook_delivery_id))`,
    1,
  );
  if (found === undefined) return null;
  await execute(
    statement`update webhook_delivery set attempts = attempts + 1 where webhook_delivery_id = ${found.deliveryId}`,
  );
  return found;
}

/** The same for one that another process took meanwhile. What this one had counted was rolled back. */
async function countTaken(receiver: Receiver, delivery: SignedDelivery): Promise<WebhookDelivery> {
  const found = await countRepeat(receiver, delivery);
  if (found === null) throw new Error('A delivery that came before was not found');
  return found;
}

async function startRun(
  receiver: Receiver,
  delivery: SignedDelivery,
  audit: AuditSource,
): Promise<WebhookDelivery> {
  const { orgId, webhookId } = receiver;
  if (!receiver.isEnabled) throw new AppError('conflict', 'The webhook was paused.');
  const principal = await loadPrincipal(receiver);
  if (principal === null) throw new AppError('conflict', await pauseWebhook(receiver));
  const { owner, command } = principal;
  refuseUnconfirmed(command, receiver.confirmedWord);
  const stored = await storedInputs(orgId, [webhookId]);
  const values = valuesFrom(delivery.body, command.form.inputs, stored, orgId);
  const prepared = await prepareChosenRun(command, owner, values, 'runrams', audit);
  const { testerUserId } = delivery;
  const gate = await approvalGate(command, owner, testerUserId === null ? [] : [testerUserId]);
  return transaction(async (tx) => {
    const started = { command, actor: owner, prepared, trigger: 'webhook', audit, key: null } as const;
    const deliveryId = await claim(tx, receiver, delivery);
    const runId =
      gate === null
        ? await insertStartedRun(command, owner, prepared, 'webhook', audit, null, { db: tx })
        : await insertHeldRun(gate, { ...started, note: `Webhook: ${receiver.name}` }, tx);
    await execute(
      statement`update webhook_delivery set state = 'started', run_id = ${runId}, reason = null
        where webhook_delivery_id = ${deliveryId}`,
      tx,
    );
    await note(tx, receiver, delivery, audit, { run_id: runId });
    const [noted] = await readDeliveries(statement`d.webhook_delivery_id = ${deliveryId}`, 1, tx);
    if (noted === undefined) throw new Error('A delivery was not noted');
    return noted;
  });
}

/**
 * Notes the delivery and its signature as refused until its run is inserted, and locks it until the transaction ends.
 * Throws `CameBefore` if it has started a run, or its signature was used: the other transaction has committed by then.
 */
async function claim(
  tx: Sql,
  { orgId, webhookId }: Receiver,
  { key, signature, testerUserId }: SignedDelivery,
): Promise<number> {
  const [row] = await query(
    { webhook_delivery_id: column.int },
    statement`insert into webhook_delivery (org_id, webhook_id, delivery_key, state, reason, is_test)
      values (${orgId}, ${webhookId}, ${key}, 'refused', '', ${testerUserId !== null})
      on conflict (webhook_id, delivery_key) do update set attempts = webhook_delivery.attempts + 1
        where webhook_delivery.state = 'refused'
      returning webhook_delivery_id`,
    tx,
  );
  if (row === undefined) throw new CameBefore();
  const used = await query(
    { webhook_delivery_id: column.int },
    statement`insert into webhook_signature (webhook_id, signature, webhook_delivery_id)
      values (${webhookId}, ${signature}, ${row.webhook_delivery_id})
      on conflict do nothing returning webhook_delivery_id`,
    tx,
  );
  if (used.length === 0) throw new CameBefore();
  return row.webhook_delivery_id;
}

/** Notes why a delivery started nothing. */
async function refuse(
  receiver: Receiver,
  delivery: SignedDelivery,
  reason: string,
  audit: AuditSource,
): Promise<WebhookDelivery> {
  try {
    return await transaction(async (tx) => {
      const deliveryId = await claim(tx, receiver, delivery);
      await execute(
        statement`update webhook_delivery set reason = ${reason} where webhook_delivery_id = ${deliveryId}`,
        tx,
      );
      await note(tx, receiver, delivery, audit, { refused: reason });
      const [noted] = await readDeliveries(statement`d.webhook_delivery_id = ${deliveryId}`, 1, tx);
      if (noted === undefined) throw new Error('A delivery was not noted');
      return noted;
    });
  } catch (error) {
    if (error instanceof CameBefore) return countTaken(receiver, delivery);
    throw error;
  }
}

function note(
  tx: Sql,
  { orgId, webhookId }: Receiver,
  { testerUserId }: SignedDelivery,
  audit: AuditSource,
  outcome: { run_id: number } | { refused: string },
): Promise<void> {
  return recordAudit(tx, audit, {
    orgId,
    action: 'run_id' in outcome ? 'webhook.start' : 'webhook.refuse',
    subjectType: 'webhook',
    subjectId: String(webhookId),
    after: { ...outcome, ...(testerUserId === null ? {} : { is_test: true }) },
  });
}

const RECEIVER = {
  webhook_id: column.int,
  org_id: column.text,
  command_id: column.int,
  owner_user_id: column.text,
  name: column.text,
  is_enabled: column.boolean,
  confirmed_word: column.text.nullable(),
  public_id: column.text,
  sealed_secret: column.bytes,
  previous_secret: column.bytes.nullable(),
};

/** Finds a webhook by its address or id, with its current and previous secrets; null if there is none. */
export async function findReceiver(
  orgId: string,
  which: { publicId: string } | { webhookId: number },
): Promise<{
  receiver: Receiver;
  publicId: string;
  sealedSecret: Buffer;
  previousSecret: Buffer | null;
} | null> {
  const isIt =
    'publicId' in which
      ? statement`public_id = ${which.publicId}`
      : statement`webhook_id = ${which.webhookId}`;
  const [row] = await query(
    RECEIVER,
    statement`select webhook_id, org_id, command_id, owner_user_id, name, is_enabled, confirmed_word, public_id, sealed_secret,
        case when previous_secret_ends_at > now() then sealed_previous_secret end as previous_secret
      from webhook where org_id = ${orgId} and ${isIt} and deleted_at is null`,
    sql,
  );
  if (row === undefined) return null;
  const receiver = {
    webhookId: row.webhook_id,
    orgId: row.org_id,
    commandId: row.command_id,
    ownerUserId: row.owner_user_id,
    name: row.name,
    isEnabled: row.is_enabled,
    confirmedWord: row.confirmed_word,
  };
  return {
    receiver,
    publicId: row.public_id,
    sealedSecret: row.sealed_secret,
    previousSecret: row.previous_secret,
  };
}
