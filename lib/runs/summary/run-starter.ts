import type { ResponseOf } from '@/lib/contract/operation';
import type { readRunSummary } from '@/lib/contract/runs/history';

type Started = Pick<
  ResponseOf<typeof readRunSummary>,
  'scheduledJob' | 'webhook' | 'program' | 'trigger' | 'autoRunOf' | 'userName'
>;

/**
 * Who ran it: a scheduled job, its run that led to this one, or a webhook, instead of the person it runs as; and a person
 * with the token or the program that acted for them.
 */
export function starterOf({ scheduledJob, webhook, program, trigger, autoRunOf, userName }: Started): string {
  if (autoRunOf !== null) return `Run ${autoRunOf} (auto-run)`;
  if (webhook !== null) return `${webhook.name} (webhook)`;
  if (scheduledJob !== null) return `${scheduledJob.name} (schedule)`;
  if (program === null) return userName;
  return `${userName} (${trigger === 'mcp' ? 'program' : 'token'} ${program.name})`;
}
