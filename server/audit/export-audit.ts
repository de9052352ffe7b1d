import { auditEvent, type exportAudit as exportAuditOperation } from '@/lib/contract/audit';
import { recordAudit } from '@/server/access/audit';
import { type AuditEvent, auditConditions, readAudit } from '@/server/audit/audit-query';
import { clock } from '@/server/clock';
import { sql } from '@/server/db';
import type { Context, FileDownload } from '@/server/http/context';
import { encodeResponse } from '@/server/http/encode-response';

const ROWS_AT_ONCE = 1000;

const line = (event: AuditEvent) => `${JSON.stringify(encodeResponse(auditEvent, event))}\n`;

/** Exports the log as a file. The export itself is an event of the log. */
export async function exportAudit({
  actor,
  subject: { orgId },
  query,
  audit,
}: Context<typeof exportAuditOperation>): Promise<FileDownload> {
  const filters = query.filter ?? [];
  // Unknown filters are rejected before anything is written or sent.
  auditConditions(filters);
  await recordAudit(sql, audit, {
    orgId,
    action: 'audit.export',
    subjectType: 'org',
    subjectId: orgId,
    after: { filter: filters },
  });
  async function* lines(): AsyncGenerator<string> {
    let beforeId: number | null = null;
    for (;;) {
      const events: AuditEvent[] = await readAudit(orgId, actor.userId, filters, beforeId, ROWS_AT_ONCE);
      if (events.length > 0) yield events.map(line).join('');
      if (events.length < ROWS_AT_ONCE) return;
      beforeId = events.at(-1)?.auditEventId ?? null;
    }
  }
  const day = clock.now().toISOString().slice(0, 10);
  return { fileName: `audit-${orgId}-${day}.jsonl`, contentType: 'application/x-ndjson', chunks: lines() };
}
