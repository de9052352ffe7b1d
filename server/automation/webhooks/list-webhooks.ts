import statement, { type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import { LISTED_DELIVERIES, type webhookDelivery } from '@/lib/contract/webhooks/webhook';
import type * as contract from '@/lib/contract/webhooks/webhooks';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { DELIVERY_RUN, DELIVERY_RUN_COLUMNS, deliveryRunOf } from '@/server/automation/webhooks/delivery-run';
import {
  type ListedWebhook,
  listedWebhookOf,
  readOneWebhook,
  readWebhookRows,
  readWebhooks,
  type Webhook,
} from '@/server/automation/webhooks/webhook-rows';
import { adHocSql, type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** The webhooks of all commands that the person configures, as each of them can be read by itself. */
export async function listWebhooks({
  actor,
  subject: { orgId },
}: Context<typeof contract.listWebhooks>): Promise<ListedWebhook[]> {
  const rows = await readWebhookRows(
    statement`join (${commandRoles(viewerOf(actor), statement`${orgId}`)}) roles on roles.command_id = w.command_id`,
    statement`w.org_id = ${orgId} and roles.role = 'admin' and c.follows_command_id is null and c.deleted_at is null
      order by lower(w.name), w.webhook_id`,
    adHocSql,
  );
  return rows.map((row) => listedWebhookOf(row, actor));
}

export function listCommandWebhooks({
  actor,
  subject,
}: Context<typeof contract.listCommandWebhooks>): Promise<Webhook[]> {
  return readWebhooks(actor, subject, statement``);
}

const DELIVERY = {
  webhook_delivery_id: column.int,
  delivery_key: column.text,
  state: column.textAs<WebhookDelivery['state']>(),
  reason: column.text.nullable(),
  run_id: column.int.nullable(),
  is_test: column.boolean,
  received_at: column.time,
  attempts: column.int,
  ...DELIVERY_RUN,
};

/** What a delivery is known by that its sender didn't name. */
export const UNNAMED_PREFIX = 'signature:';

/** Deliveries `d`, the newest first. */
export async function readDeliveries(
  condition: Statement,
  limit: number,
  db: Sql = sql,
): Promise<WebhookDelivery[]> {
  const rows = await query(
    DELIVERY,
    statement`select d.webhook_delivery_id, d.delivery_key, d.state, d.reason, d.run_id, d.is_test, d.received_at, d.attempts,
        ${DELIVERY_RUN_COLUMNS}
      from webhook_delivery d left join run r on r.org_id = d.org_id and r.run_id = d.run_id where ${condition} order by d.webhook_delivery_id desc limit ${limit}`,
    db,
  );
  return rows.map((row) => ({
    deliveryId: row.webhook_delivery_id,
    senderId: row.is_test || row.delivery_key.startsWith(UNNAMED_PREFIX) ? null : row.delivery_key,
    state: row.state,
    reason: row.reason,
    runId: row.run_id,
    run: deliveryRunOf(row),
    isTest: row.is_test,
    receivedAt: row.received_at.toISOString(),
    attempts: row.attempts,
  }));
}

export async function listWebhookDeliveries({
  actor,
  subject,
  params: { webhookId },
}: Context<typeof contract.listWebhookDeliveries>): Promise<WebhookDelivery[]> {
  await readOneWebhook(actor, subject, webhookId);
  return readDeliveries(
    statement`d.org_id = ${subject.orgId} and d.webhook_id = ${webhookId}`,
    LISTED_DELIVERIES,
  );
}
