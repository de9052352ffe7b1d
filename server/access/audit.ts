import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

/** Who made the change, and in which request. Both are null for changes by the product itself. */
export interface AuditSource {
  actorUserId: string | null;
  requestId: string | null;
  address: string | null;
  /** The program that sent the request, in its own words. Only sessions keep it. */
  userAgent?: string | null;
}

export interface AuditEntry {
  /** Null where the event belongs to no organization. */
  orgId: string | null;
  /** What happened, e.g. `run.start`, `credential.create`. */
  action: string;
  subjectType:
    | 'approval'
    | 'command'
    | 'credential'
    | 'dropdown'
    | 'error'
    | 'folder'
    | 'group'
    | 'mail'
    | 'member'
    | 'operation'
    | 'org'
    | 'run'
    | 'scheduled_job'
    | 'service_account'
    | 'session'
    | 'static_command_source'
    | 'sync_ignore'
    | 'template'
    | 'token'
    | 'webhook';
  subjectId: string;
  /** Never contains secrets. */
  before?: JsonValue;
  after?: JsonValue;
}

const jsonText = (value: JsonValue | undefined) => (value === undefined ? null : JSON.stringify(value));

/** An audit row whose subject may be something that only the larger statement knows. */
type AuditEntryOf = Omit<AuditEntry, 'subjectId'> & { subjectId: string | Statement };

/**
 * The insert as a statement, alone or as part of a larger one.
 *
 * @param also an SQL object with values that only the larger statement knows, added to `after`
 */
export function auditInsert(source: AuditSource, entry: AuditEntryOf, also: Statement = empty): Statement {
  const after = statement`${jsonText(entry.after)}::text::jsonb`;
  return statement`insert into audit_event
      (org_id, actor_user_id, request_id, address, action, subject_type, subject_id, before, after)
    select ${entry.orgId}::text, ${source.actorUserId}::text, ${source.requestId}::text, ${source.address}::text,
      ${entry.action}::text, ${entry.subjectType}::text, ${entry.subjectId}::text,
      ${jsonText(entry.before)}::text::jsonb,
      ${also === empty ? after : statement`coalesce(${after}, '{}') || ${also}`}`;
}

/**
 * Writes one audit row. Call it in the transaction of the change that it records: if one fails, so does the other.
 */
export async function recordAudit(tx: Sql, source: AuditSource, entry: AuditEntry): Promise<void> {
  await execute(auditInsert(source, entry), tx);
}

/** What happened to one of many subjects. */
export type AuditedChange = Pick<AuditEntry, 'subjectId' | 'before' | 'after'>;

/** Writes one audit row for each change, in one statement. Call it in the transaction of the changes. */
export async function recordAudits(
  tx: Sql,
  source: AuditSource,
  { orgId, action, subjectType }: Pick<AuditEntry, 'orgId' | 'action' | 'subjectType'>,
  changes: readonly AuditedChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await execute(
    statement`insert into audit_event
        (org_id, actor_user_id, request_id, address, action, subject_type, subject_id, before, after)
      select ${orgId}::text, ${source.actorUserId}::text, ${source.requestId}::text, ${source.address}::text,
        ${action}::text, ${subjectType}::text, changed.subject_id, changed.before::jsonb, changed.after::jsonb
      from unnest(${changes.map(({ subjectId }) => subjectId)}::text[],
        ${changes.map(({ before }) => jsonText(before))}::text[],
        ${changes.map(({ after }) => jsonText(after))}::text[]) changed (subject_id, before, after)`,
    tx,
  );
}
