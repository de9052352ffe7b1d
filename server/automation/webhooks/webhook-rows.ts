import statement, { type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import type { listedWebhook, webhook } from '@/lib/contract/webhooks/webhook';
import { API_BASE } from '@/lib/wire/url';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { shownName } from '@/server/access/people/shown-name';
import { DELIVERY_RUN, DELIVERY_RUN_COLUMNS, deliveryRunOf } from '@/server/automation/webhooks/delivery-run';
import { readShownInputs } from '@/server/automation/webhooks/webhook-inputs';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { open, seal } from '@/server/base/secrets/seal';
import { absolute } from '@/server/messages/links';

export type ListedWebhook = z.output<typeof listedWebhook>;
export type Webhook = z.output<typeof webhook>;

const WEBHOOK = {
  webhook_id: column.int,
  org_id: column.text,
  command_id: column.int,
  command_name: column.text,
  name: column.text,
  public_id: column.text,
  is_enabled: column.boolean,
  paused_reason: column.text.nullable(),
  owner_user_id: column.text,
  owner_name: column.text,
  also_set_by: column.texts,
  modified_by_user_id: column.text,
  modified_by_name: column.text,
  modified_at: column.time,
  unsigned_at: column.time.nullable(),
  previous_secret_until: column.time.nullable(),
  confirmed_word: column.text.nullable(),
  last_state: column.textAs<'started' | 'refused'>().nullable(),
  last_at: column.time.nullable(),
  ...DELIVERY_RUN,
};
export type WebhookRow = RowOf<typeof WEBHOOK>;

const nameOf = (userId: Statement): Statement => statement`(
  select ${shownName(statement`w.org_id`)} from "user" u
  left join membership m on m.org_id = w.org_id and m.user_id = u.user_id
  where u.user_id = ${userId})`;

/** Reads webhooks `w` of commands `c`, without deleted ones. Access is in the condition, which continues a `where`. */
export function readWebhookRows(
  joins: Statement,
  condition: Statement,
  db: Sql = sql,
): Promise<WebhookRow[]> {
  return query(
    WEBHOOK,
    statement`select w.webhook_id, w.org_id, w.command_id, c.name as command_name, w.name, w.public_id, w.is_enabled,
        w.paused_reason, w.owner_user_id, ${nameOf(statement`w.owner_user_id`)} as owner_name, w.also_set_by, w.modified_by_user_id,
        ${nameOf(statement`w.modified_by_user_id`)} as modified_by_name, w.modified_at, w.unsigned_at, w.confirmed_word,
        case when w.previous_secret_ends_at > now() then w.previous_secret_ends_at end as previous_secret_until,
        last.state as last_state, last.received_at as last_at,
        last.run_status, last.run_end_reason, last.run_is_held
      from webhook w
      join command c on c.org_id = w.org_id and c.command_id = w.command_id
      left join lateral (
        select d.state, d.received_at, ${DELIVERY_RUN_COLUMNS} from webhook_delivery d
        left join run r on r.org_id = d.org_id and r.run_id = d.run_id
        where d.webhook_id = w.webhook_id order by d.webhook_delivery_id desc limit 1) last on true
      ${joins}
      where w.deleted_at is null and ${condition}`,
    db,
  );
}

/** Where deliveries go. The organization is in it as in every address of the API. */
export const addressOf = (orgId: string, publicId: string): string =>
  absolute(`${API_BASE}/${encodeURIComponent(orgId)}/webhooks/${publicId}`);

export function listedWebhookOf(row: WebhookRow, actor: Person): ListedWebhook {
  return {
    webhookId: row.webhook_id,
    orgId: row.org_id,
    commandId: row.command_id,
    commandName: row.command_name,
    name: row.name,
    url: addressOf(row.org_id, row.public_id),
    isEnabled: row.is_enabled,
    pausedReason: row.paused_reason,
    owner: { userId: row.owner_user_id, name: row.owner_name },
    isMine: row.owner_user_id === actor.userId,
    modifiedBy: { userId: row.modified_by_user_id, name: row.modified_by_name },
    modifiedAt: row.modified_at.toISOString(),
    lastDelivery:
      row.last_state === null || row.last_at === null
        ? null
        : { state: row.last_state, run: deliveryRunOf(row), at: row.last_at.toISOString() },
    unsignedAt: row.unsigned_at?.toISOString() ?? null,
    previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
  };
}

/** The webhook, locked until the transaction ends. Throws 404 for one that the command doesn't have. */
export async function lockWebhook(
  tx: Sql,
  { orgId, commandId }: Pick<RunnableSubject, 'orgId' | 'commandId'>,
  webhookId: number,
): Promise<WebhookRow> {
  const [row] = await readWebhookRows(
    statement``,
    statement`w.org_id = ${orgId} and w.command_id = ${commandId} and w.webhook_id = ${webhookId} for no key update of w`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row;
}

/** The webhooks of a command with where their values come from. */
export async function readWebhooks(
  actor: Person,
  command: RunnableSubject,
  condition: Statement,
  db: Sql = sql,
): Promise<Webhook[]> {
  const rows = await readWebhookRows(
    statement``,
    statement`w.org_id = ${command.orgId} and w.command_id = ${command.commandId} ${condition}
      order by lower(w.name), w.webhook_id`,
    db,
  );
  const inputs = await readShownInputs(
    command,
    rows.map((row) => row.webhook_id),
    db,
  );
  return rows.map((row) => ({ ...listedWebhookOf(row, actor), inputs: inputs.get(row.webhook_id) ?? [] }));
}

/** Throws 404 for a webhook that the command doesn't have. */
export async function readOneWebhook(
  actor: Person,
  command: RunnableSubject,
  webhookId: number,
  db: Sql = sql,
): Promise<Webhook> {
  const [found] = await readWebhooks(actor, command, statement`and w.webhook_id = ${webhookId}`, db);
  if (found === undefined) throw notFound();
  return found;
}

export const webhookSecretPurpose = (publicId: string): string => `webhook-secret:${publicId}`;

export const sealSecret = (publicId: string, secret: string): Buffer =>
  seal(secret, webhookSecretPurpose(publicId));
export const openSecret = (publicId: string, sealed: Buffer): string =>
  open(sealed, webhookSecretPurpose(publicId));
