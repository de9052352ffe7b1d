import type { Person } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import type { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** Decisions §4: at most this many rows per minute and person, then one that says there were more. */
const ROWS_A_MINUTE = 60;
const MINUTE_MS = 60_000;

interface Tally {
  minute: number;
  count: number;
}

const tallies = (): Map<string, Tally> => processWide('refusal tallies', () => new Map());

/** Records who was refused what. Malformed requests aren't a matter of access, so they aren't recorded. */
export async function auditRefusal(
  person: Person,
  source: AuditSource,
  orgId: string | null,
  operationId: string,
  refusal: AppError,
): Promise<void> {
  if (refusal.code !== 'forbidden' && refusal.code !== 'not_found') return;
  const minute = Math.floor(clock.nowMs() / MINUTE_MS);
  const kept = tallies().get(person.userId);
  const count = (kept?.minute === minute ? kept.count : 0) + 1;
  tallies().set(person.userId, { minute, count });
  if (count > ROWS_A_MINUTE + 1) return;
  await recordAudit(sql, source, {
    orgId: person.memberships.some((membership) => membership.orgId === orgId) ? orgId : null,
    action: count > ROWS_A_MINUTE ? 'refusals.more' : 'refusal',
    subjectType: 'operation',
    subjectId: operationId,
    after: { code: refusal.code },
  });
}
