import type { JsonValue } from '@/lib/json';
import type { Sql } from '@/server/db';

/** Who did it, and in which request; the product itself has neither. */
export interface AuditSource {
  actorUserId: string | null;
  requestId: string | null;
  address: string | null;
}

export interface AuditEntry {
  /** Null where the event belongs to no organisation. */
  orgId: string | null;
  /** What happened, e.g. `run.start`, `credential.create`. */
  action: string;
  subjectType:
    | 'command'
    | 'credential'
    | 'folder'
    | 'group'
    | 'mail'
    | 'member'
    | 'operation'
    | 'org'
    | 'run'
    | 'session'
    | 'static_command_source'
    | 'sync_ignore'
    | 'template';
  subjectId: string;
  /** Never with secrets. */
  before?: JsonValue;
  after?: JsonValue;
}

/**
 * The insert as a statement of its own or as a part of a larger one; values in `auditValues`' order.
 *
 * @param also an SQL object of what only the larger statement knows, added to what came after
 */
export function auditInsert(firstParameter: number, also: string | null = null): string {
  const p = (offset: number) => `$${firstParameter + offset}`;
  const after = `${p(8)}::text::jsonb`;
  return `insert into audit_event
      (org_id, actor_user_id, request_id, address, action, subject_type, subject_id, before, after)
    select ${p(0)}::text, ${p(1)}::text, ${p(2)}::text, ${p(3)}::text, ${p(4)}::text, ${p(5)}::text,
      ${p(6)}::text, ${p(7)}::text::jsonb,
      ${also === null ? after : `coalesce(${after}, '{}') || ${also}`}`;
}

export function auditValues(source: AuditSource, entry: AuditEntry): (string | null)[] {
  const text = (value: JsonValue | undefined) => (value === undefined ? null : JSON.stringify(value));
  return [
    entry.orgId,
    source.actorUserId,
    source.requestId,
    source.address,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    text(entry.before),
    text(entry.after),
  ];
}

/**
 * Writes one audit row. Call it in the transaction of the change it tells of: if it fails, so does the
 * change.
 */
export async function recordAudit(tx: Sql, source: AuditSource, entry: AuditEntry): Promise<void> {
  await tx.query(auditInsert(1), auditValues(source, entry));
}
