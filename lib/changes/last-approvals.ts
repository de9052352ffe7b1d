import { anyOf } from '@/lib/base/text/lists';
import type { ResponseOf } from '@/lib/contract/operation';
import type { listLastApprovals } from '@/lib/contract/runs/approvals';

export type LastApprovals = ResponseOf<typeof listLastApprovals>;

export const MOST_NAMED = 5;

function listed(all: readonly string[]): string[] {
  const rest = all.length - MOST_NAMED;
  return [...all.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest.toLocaleString('en-US')} more`] : [])];
}

/** `Pay 1, Pay 2, and 4 more`. */
function namesOf(commands: LastApprovals): string {
  const names = listed(commands.map(({ name }) => name));
  return commands.length > MOST_NAMED
    ? `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
    : names.join(', ');
}

/**
 * Says in sentences which commands only the reader could still approve, as nobody approves what they ask for themselves, and
 * which requests of the reader nobody could answer.
 */
export function lastApprovalsOf(commands: LastApprovals): string[] {
  if (commands.length === 0) return [];
  const waiting = commands.filter(({ waitingCount }) => waitingCount > 0);
  const requests = waiting.reduce((sum, { waitingCount }) => sum + waitingCount, 0);
  return [
    commands.length === 1
      ? `One command has no other approver than you then, so you can no longer run it yourself: ${namesOf(commands)}.`
      : `${commands.length.toLocaleString('en-US')} commands have no other approver than you then, so you can no longer run them yourself: ${namesOf(commands)}.`,
    ...(requests === 0
      ? []
      : [
          requests === 1
            ? `Your own request for approval, which is waiting, can’t be answered by anyone then: ${namesOf(waiting)}.`
            : `${requests.toLocaleString('en-US')} of your own requests for approval, which are waiting, can’t be answered by anyone then: ${namesOf(waiting)}.`,
        ]),
  ];
}

/** Says who has to approve another engineer of the commands, and until when. */
export function approvalOfNext(commands: LastApprovals): string {
  const approvers = [...new Set(commands.flatMap(({ approverNames }) => approverNames))];
  return `You can share it right after this change. Before it, ${anyOf(listed(approvers))} must approve the sharing.`;
}
