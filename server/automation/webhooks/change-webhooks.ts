import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import { MOST_WEBHOOKS, type webhookWithSecret } from '@/lib/contract/webhooks/webhook';
import type * as contract from '@/lib/contract/webhooks/webhooks';
import { recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { alsoSetBy } from '@/server/automation/also-set-by';
import { checkWebhook } from '@/server/automation/webhooks/check-webhook';
import { refuseStrangers, writeInputs } from '@/server/automation/webhooks/webhook-inputs';
import {
  lockWebhook,
  readOneWebhook,
  sealSecret,
  type Webhook,
  type WebhookRow,
} from '@/server/automation/webhooks/webhook-rows';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { newPublicId, newSecret } from '@/server/base/secrets/webhook-address';
import { OWNER_LOST } from '@/server/dependents/pause-run';
import { settlePaused } from '@/server/messages/notify';
import type { Context } from '@/server/operations/context';

/** A webhook with its secret, which is shown this once. */
export type WithSecret = z.output<typeof webhookWithSecret>;

/** An entry of the audit log about a webhook. */
export const about = (orgId: string, webhookId: number, action: string, after?: JsonValue) => ({
  orgId,
  action,
  subjectType: 'webhook' as const,
  subjectId: String(webhookId),
  ...(after === undefined ? {} : { after }),
});

/** Creates a webhook that is on. Throws as `checkWebhook` does. */
export async function createWebhook({
  actor,
  subject: command,
  body,
  audit,
}: Context<typeof contract.createWebhook>): Promise<WithSecret> {
  const { orgId, commandId } = command;
  const { inputs } = command.form;
  const confirmedWord = body.confirmation?.trim() || null;
  refuseStrangers(inputs, body.inputs);
  await checkWebhook(command, actor, confirmedWord, null, []);
  const publicId = newPublicId();
  const secret = newSecret();
  return transaction(async (tx) => {
    await refuseTooMany(tx, orgId);
    const [row] = await query(
      { webhook_id: column.int },
      statement`insert into webhook (org_id, command_id, owner_user_id, name, public_id, sealed_secret, confirmed_word,
          modified_by_user_id)
        values (${orgId}, ${commandId}, ${actor.userId}, ${body.name}, ${publicId}, ${sealSecret(publicId, secret)},
          ${confirmedWord}, ${actor.userId})
        returning webhook_id`,
      tx,
    );
    if (row === undefined) throw new Error('A webhook was not inserted');
    const webhookId = row.webhook_id;
    await writeInputs(tx, orgId, webhookId, inputs, body.inputs);
    await recordAudit(
      tx,
      audit,
      about(orgId, webhookId, 'webhook.create', { kit_id: commandId, name: body.name }),
    );
    return { ...(await readOneWebhook(actor, command, webhookId, tx)), secret };
  });
}

/** Locks the organization's webhooks, so that they are counted one after the other. */
async function refuseTooMany(tx: Sql, orgId: string): Promise<void> {
  await query(
    { pg_advisory_xact_lock: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || ${orgId}::text, 0))`,
    tx,
  );
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int from webhook where org_id = ${orgId} and deleted_at is null`,
    tx,
  );
  if ((row?.count ?? 0) < MOST_WEBHOOKS) return;
  throw new AppError('conflict', `There are ${MOST_WEBHOOKS} webhooks already. Delete some first.`);
}

/** Changes a webhook. One that is on afterward must be able to start runs; pausing and renaming are always possible. */
export async function updateWebhook({
  actor,
  subject: command,
  params: { webhookId },
  body,
  audit,
}: Context<typeof contract.updateWebhook>): Promise<Webhook> {
  const { orgId } = command;
  const { inputs } = command.form;
  if (body.inputs !== undefined) refuseStrangers(inputs, body.inputs);
  return transaction(async (tx) => {
    const before = await lockWebhook(tx, command, webhookId);
    const isEnabled = body.isEnabled ?? before.is_enabled;
    const name = body.name ?? before.name;
    const confirmedWord = body.confirmation?.trim() || before.confirmed_word;
    const setters = body.inputs === undefined ? before.also_set_by : alsoSetBy(before, actor.userId);
    if (isEnabled && Object.keys(body).some((key) => key !== 'name')) {
      const owner = { webhookId, userId: before.owner_user_id };
      await checkWebhook(command, actor, confirmedWord, owner, setters);
    }
    await execute(
      statement`update webhook set name = ${name}, is_enabled = ${isEnabled},
          paused_reason = ${isEnabled ? null : before.paused_reason}, confirmed_word = ${confirmedWord},
          modified_at = now(), modified_by_user_id = ${actor.userId}, also_set_by = ${setters}
        where org_id = ${orgId} and webhook_id = ${webhookId}`,
      tx,
    );
    if (body.inputs !== undefined) await writeInputs(tx, orgId, webhookId, inputs, body.inputs);
    if (before.paused_reason !== null) await settlePaused(tx, 'webhook_paused', command);
    const action =
      isEnabled === before.is_enabled ? 'webhook.update' : isEnabled ? 'webhook.resume' : 'webhook.pause';
    await recordAudit(tx, audit, {
      ...about(orgId, webhookId, action, {
        name,
        is_enabled: isEnabled,
        ...(body.inputs === undefined ? {} : { changed_values: true }),
      }),
      before: { name: before.name, is_enabled: before.is_enabled },
    });
    return readOneWebhook(actor, command, webhookId, tx);
  });
}

/** The row stays for the audit log and the history; its address and secret are gone. */
export async function deleteWebhook({
  actor,
  subject: command,
  params: { webhookId },
  audit,
}: Context<typeof contract.deleteWebhook>): Promise<undefined> {
  const { orgId } = command;
  await transaction(async (tx) => {
    await lockWebhook(tx, command, webhookId);
    await execute(
      statement`update webhook set deleted_at = now(), is_enabled = false, sealed_secret = ''::bytea,
          sealed_previous_secret = null, previous_secret_ends_at = null, modified_at = now(),
          modified_by_user_id = ${actor.userId}
        where org_id = ${orgId} and webhook_id = ${webhookId}`,
      tx,
    );
    await execute(
      statement`delete from webhook_input where org_id = ${orgId} and webhook_id = ${webhookId}`,
      tx,
    );
    await settlePaused(tx, 'webhook_paused', command);
    await recordAudit(tx, audit, about(orgId, webhookId, 'webhook.delete'));
  });
  return undefined;
}

/**
 * Makes an engineer the owner of a webhook. One that was paused because its owner lost the command is on again; if it
 * can't start runs for them either, its reason now says why. One that was paused for another reason stays paused.
 */
export async function takeWebhook({
  actor,
  subject: command,
  params: { webhookId },
  audit,
}: Context<typeof contract.takeWebhook>): Promise<Webhook> {
  const { orgId } = command;
  return transaction(async (tx) => {
    const before = await lockWebhook(tx, command, webhookId);
    if (before.owner_user_id !== actor.userId) {
      // One that is on stays with its owner if it can't run with the rights of another.
      const setters = alsoSetBy({ ...before, owner_user_id: actor.userId }, before.owner_user_id);
      if (before.is_enabled) await checkWebhook(command, actor, before.confirmed_word, null, setters);
      const isMended = before.paused_reason === OWNER_LOST.webhook && !before.is_enabled;
      const pausedReason = isMended ? await whyNotFor(command, actor, before, setters) : before.paused_reason;
      const isEnabled = before.is_enabled || (isMended && pausedReason === null);
      await execute(
        statement`update webhook set owner_user_id = ${actor.userId}, modified_at = now(),
            modified_by_user_id = ${actor.userId}, is_enabled = ${isEnabled}, paused_reason = ${pausedReason},
            also_set_by = ${setters}
          where org_id = ${orgId} and webhook_id = ${webhookId}`,
        tx,
      );
      if (before.paused_reason !== null) await settlePaused(tx, 'webhook_paused', command);
      await recordAudit(tx, audit, {
        ...about(orgId, webhookId, 'webhook.take', { owner: actor.userId, is_enabled: isEnabled }),
        before: { owner: before.owner_user_id, is_enabled: before.is_enabled },
      });
    }
    return readOneWebhook(actor, command, webhookId, tx);
  });
}

/** Why a paused webhook can't start runs with the rights of another owner; null if it can. */
async function whyNotFor(
  command: RunnableSubject,
  owner: Person,
  { confirmed_word: confirmedWord }: WebhookRow,
  setters: readonly string[],
): Promise<string | null> {
  try {
    await checkWebhook(command, owner, confirmedWord, null, setters);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}
