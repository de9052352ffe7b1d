import type { ResponseOf } from '@/lib/contract/operation';
import type { listLastApprovals } from '@/lib/contract/runs/approvals';

const MOST_NAMED = 5;

/** Says which commands only the reader could still approve, in a sentence: nobody approves what they ask for themselves. */
export function lastApprovalsOf(commands: ResponseOf<typeof listLastApprovals>): string[] {
  if (commands.length === 0) return [];
  const rest = commands.length - MOST_NAMED;
  const names = commands.slice(0, MOST_NAMED).map(({ name }) => name);
  const listed = [...names, ...(rest > 0 ? [`and ${rest.toLocaleString('en-US')} more`] : [])].join(', ');
  return [
    commands.length === 1
      ? `One command has no other approver than you then, so you can no longer run it yourself: ${listed}.`
      : `${commands.length.toLocaleString('en-US')} commands have no other approver than you then, so you can no longer run them yourself: ${listed}.`,
  ];
}
