import { type StatusLabel, statusLabel } from '@/lib/runs/run-status';
import { summarizeValues } from '@/lib/runs/values-summary';
import { changesOf } from './audit-words';
import type { AuditEvent } from './use-audit';

/** How an event ended: that of its run, or that it was refused. Null for a change, which is recorded only once done. */
export function outcomeOf({ run, action }: Pick<AuditEvent, 'run' | 'action'>): StatusLabel | null {
  if (action.startsWith('refusal')) return { tone: 'bad', word: 'Refused' };
  return run === null ? null : statusLabel(run.status, run.endReason);
}

/** What an id stands for, whose name the event has. */
const HOLDERS: Readonly<Record<string, string | undefined>> = { user_id: 'person', group_id: 'group' };

/** The values of an event in one line: those of its run, or what changed. */
export function valuesOf(event: Pick<AuditEvent, 'run' | 'before' | 'after' | 'holderName'>): string {
  const { run, holderName } = event;
  if (run !== null) {
    const { params } = run;
    if (params === null) return '';
    return typeof params === 'object' && !Array.isArray(params)
      ? summarizeValues(params, new Map())
      : String(params);
  }
  return changesOf(event)
    .flatMap(({ key, before, after }) => {
      const holder = HOLDERS[key];
      if (holder !== undefined && holderName !== null) return [`${holder} ${holderName}`];
      if (before === after) return [];
      if (before === undefined) return `${key} ${after ?? ''}`;
      return after === undefined ? `${key} ${before}` : `${key} ${before} → ${after}`;
    })
    .join(' · ');
}
