import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { pushWebhook } from '@/lib/contract/sources/push-webhook';
import { API_BASE } from '@/lib/wire/url';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { open, seal } from '@/server/base/secrets/seal';
import { absolute } from '@/server/messages/links';

export type PushWebhook = z.output<typeof pushWebhook>;

const PUSH_WEBHOOK = {
  credential_id: column.int,
  org_id: column.text,
  public_id: column.text,
  created_at: column.time,
  last_called_at: column.time.nullable(),
  unsigned_at: column.time.nullable(),
  last_push_at: column.time.nullable(),
  last_push_commit: column.text.nullable(),
};

/** The push webhooks of some connections of an organization, by connection. */
export async function readPushWebhooks(
  orgId: string,
  credentialIds: readonly number[],
  db: Sql = sql,
): Promise<Map<number, PushWebhook>> {
  if (credentialIds.length === 0) return new Map();
  const rows = await query(
    PUSH_WEBHOOK,
    statement`select credential_id, org_id, public_id, created_at, last_called_at, unsigned_at, last_push_at,
        last_push_commit
      from push_webhook where org_id = ${orgId} and credential_id = any(${[...credentialIds]}::int[])`,
    db,
  );
  return new Map(rows.map((row) => [row.credential_id, pushWebhookOf(row)]));
}

function pushWebhookOf(row: RowOf<typeof PUSH_WEBHOOK>): PushWebhook {
  return {
    url: absolute(`${API_BASE}/${encodeURIComponent(row.org_id)}/pushes/${row.public_id}`),
    createdAt: row.created_at.toISOString(),
    lastCalledAt: row.last_called_at?.toISOString() ?? null,
    unsignedAt: row.unsigned_at?.toISOString() ?? null,
    lastPushAt: row.last_push_at?.toISOString() ?? null,
    lastPushCommit: row.last_push_commit,
  };
}

export const pushSecretPurpose = (publicId: string): string => `push-webhook-secret:${publicId}`;

export const sealSecret = (publicId: string, secret: string): Buffer =>
  seal(secret, pushSecretPurpose(publicId));
export const openSecret = (publicId: string, sealed: Buffer): string =>
  open(sealed, pushSecretPurpose(publicId));
