import { wordsOfEvent } from '@/lib/contract/audit/action-words';
import { auditEvent, type exportAudit as exportAuditOperation } from '@/lib/contract/audit/audit';
import { CSV_LINE_END, csvLine } from '@/lib/results/csv';
import { valuesCell } from '@/lib/results/values-summary';
import { statusLabel } from '@/lib/runs/run-status';
import { recordAudit } from '@/server/access/audit';
import { type AuditEvent, auditConditions, readAudit } from '@/server/audit/audit-query';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { encodeResponse } from '@/server/http/responses/encode-response';
import type { Context, FileDownload } from '@/server/operations/context';
import { markedCsv } from '@/server/results/formats/csv-mark';

const ROWS_AT_ONCE = 1000;

const HEAD = [
  'Time',
  'Person',
  'Action',
  'What was done',
  'About',
  'Id',
  'Name',
  'Outcome',
  'Values',
  'Before',
  'After',
  'Address',
  'Request',
];

const csv = (cells: Parameters<typeof csvLine>[0]) => csvLine(cells) + CSV_LINE_END;

const cellsOf = (event: AuditEvent) => [
  event.at,
  event.userName ?? event.userId ?? 'Pushboard',
  event.action,
  wordsOfEvent(event),
  event.subjectType,
  event.subjectId,
  event.subjectName,
  event.run === null ? null : statusLabel(event.run.status, event.run.endReason).word,
  event.run === null ? null : valuesCell(event.run),
  event.before,
  event.after,
  event.address,
  event.requestId,
];

const formats = {
  jsonl: {
    contentType: 'application/x-ndjson',
    head: '',
    line: (event: AuditEvent) => `${JSON.stringify(encodeResponse(auditEvent, event))}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    head: csv(HEAD),
    line: (event: AuditEvent) => csv(cellsOf(event)),
  },
};

/** Exports the log as a file. The export itself is an event of the log. */
export async function exportAudit({
  actor,
  subject: { orgId },
  query,
  audit,
}: Context<typeof exportAuditOperation>): Promise<FileDownload> {
  const filters = query.filter ?? [];
  const format = query.format ?? 'jsonl';
  const { contentType, head, line } = formats[format];
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
    if (head !== '') yield head;
    let beforeId: number | null = null;
    for (;;) {
      const events: AuditEvent[] = await readAudit(orgId, actor.userId, filters, beforeId, ROWS_AT_ONCE);
      if (events.length > 0) yield events.map(line).join('');
      if (events.length < ROWS_AT_ONCE) return;
      beforeId = events.at(-1)?.auditEventId ?? null;
    }
  }
  const day = clock.now().toISOString().slice(0, 10);
  return {
    fileName: `audit-${orgId}-${day}.${format}`,
    contentType,
    chunks: format === 'csv' ? markedCsv(orgId, lines()) : lines(),
  };
}
