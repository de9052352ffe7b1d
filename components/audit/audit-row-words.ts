import { summarizeRun } from '@/lib/results/values-summary';
import { type StatusLabel, statusLabel, WAITING_FOR_APPROVAL } from '@/lib/runs/run-status';
import { NOTHING, wordsOfKey } from './audit-value-words';
import { changesOf } from './audit-words';
import type { AuditEvent } from './use-audit';

const NOT_RUN: StatusLabel = { tone: 'none', word: 'Did not run' };

/** How an event ended: that of its run, or that it was refused. Null for a change, which is recorded only once done. */
export function outcomeOf({ run, action }: Pick<AuditEvent, 'run' | 'action'>): StatusLabel | null {
  if (action.startsWith('refusal')) return { tone: 'bad', word: 'Refused' };
  if (run === null) return null;
  if (action === 'approval.request' && run.status === 'starting') return WAITING_FOR_APPROVAL;
  // Asking wasn't refused, nor was the answer: the run of a request that wasn't approved never began.
  if (action.startsWith('approval.') && run.endReason === 'refused') return NOT_RUN;
  return statusLabel(run.status, run.endReason);
}

/** The values of an event in one line: those of its run, or what changed. The name stands in the line already. */
export function valuesOf(
  event: Pick<AuditEvent, 'run' | 'before' | 'after' | 'holderName' | 'names' | 'subjectType'>,
  subject: string,
): string {
  const { run, holderName } = event;
  if (run !== null) return summarizeRun(run);
  return changesOf(event)
    .flatMap(({ key, before, after }) => {
      const words = wordsOfKey(key);
      const isHolder = key === 'user_id' || key === 'group_id';
      if (isHolder && holderName !== null) return [`${words} ${holderName}`];
      // The subject's own name says more than its name at the source, and where an alert goes says more than its id.
      if (before === after || key === 'cloud_id' || key === 'alert_id') return [];
      if (before !== undefined && after !== undefined) return [`${words} ${before} → ${after}`];
      const value = before ?? after ?? '';
      // What something new lacks says nothing about it.
      return value === subject || value === NOTHING ? [] : [`${words} ${value}`];
    })
    .join(' · ');
}
