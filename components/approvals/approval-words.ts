import { approverNames } from '@/components/run-stream/approver-names';
import type { ApprovalState } from '@/lib/contract/runs/run-approval';
import { hasEnded, type RunStatus, type StatusLabel, statusLabel } from '@/lib/runs/run-status';
import type { Approval } from './use-approvals';

export const approvalLabels: Readonly<Record<ApprovalState, StatusLabel>> = {
  waiting: { tone: 'caution', word: 'Waiting' },
  granted: { tone: 'good', word: 'Approved' },
  denied: { tone: 'bad', word: 'Denied' },
  expired: { tone: 'none', word: 'Expired' },
  void: { tone: 'none', word: 'Void' },
  withdrawn: { tone: 'none', word: 'Withdrawn' },
};

/** How the runs of a request stand: a label for one, or how many there are of each. */
interface Ending {
  label: StatusLabel | null;
  words: string;
}

/** How the runs of an approved request went; null for one that let nothing run. */
export function endingOf({
  state,
  runCount,
  runs,
  runCounts,
}: Pick<Approval, 'state' | 'runCount' | 'runs' | 'runCounts'>): Ending | null {
  if (state !== 'granted' || runCount === 0) return null;
  const [run] = runs;
  if (runCount === 1) {
    return run === undefined ? null : { label: statusLabel(run.status, run.endReason), words: '' };
  }
  const counts = Object.entries(runCounts) as [RunStatus, number][];
  const succeeded = runCounts.success ?? 0;
  const failed = counts.reduce((sum, [status, count]) => (isFailed(status) ? sum + count : sum), 0);
  const open = counts.reduce((sum, [status, count]) => (hasEnded(status) ? sum : sum + count), 0);
  const parts = [
    `${succeeded.toLocaleString('en-US')} succeeded`,
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
    ...(open > 0 ? [`${open.toLocaleString('en-US')} to go`] : []),
  ];
  return { label: null, words: parts.join(', ') };
}

const isFailed = (status: RunStatus): boolean => hasEnded(status) && status !== 'success';

/** Who can answer a request that waits. */
export function answerersOf({
  mayAnswer,
  hasPart,
  otherApprovers,
}: Pick<Approval, 'mayAnswer' | 'hasPart' | 'otherApprovers'>): string {
  if (otherApprovers.length > 0) {
    const who = approverNames([...(mayAnswer ? ['You'] : []), ...otherApprovers]);
    const why = hasPart ? " You can't: you changed the job or webhook that asks for it, or started it." : '';
    return `${who} can answer.${why}`;
  }
  if (mayAnswer) return 'Only you can answer.';
  return 'Nobody can answer at the moment: the command has no other engineer.';
}
