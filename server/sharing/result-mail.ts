import type { Person } from '@/lib/access/vocabulary';
import { type BulkCounts, bulkCountsText } from '@/lib/results/bulk-counts';
import { countRows } from '@/lib/results/table/row-counts';
import { deletionText, type ResultState } from '@/lib/runs/result-state';
import type { RunEndReason } from '@/lib/runs/run-status';
import { utcTime } from '@/lib/runs/run-times';
import type { Mail, MailContent } from '@/server/messages/content';
import { absolute, commandPath, type MailOrg } from '@/server/messages/links';

/** The run whose result is sent. */
export interface SentRun {
  runId: number;
  commandId: number;
  commandName: string;
  endedAt: Date | null;
  totalRows: number | null;
  /** Null if it succeeded. */
  endReason: RunEndReason | null;
  /** How the rows of a bulk run ended; null for other runs. */
  bulk: BulkCounts | null;
  state: ResultState;
}

interface ResultMail {
  org: MailOrg;
  sender: Person;
  run: SentRun;
  note: string | null;
  /** Whether the recipients can open the result on Pushboard. */
  hasAccess: boolean;
  /** Whether an invitation must be accepted before. */
  isPending: boolean;
  attachment: MailContent['attachment'];
  alsoTo: NonNullable<MailContent['alsoTo']>;
}

/** What was sent, as an object of `sent you`: the result only if it is there, and whole. */
function thingOf(
  { state: { kind }, endReason, bulk, commandName }: SentRun,
  quoted: string = commandName,
): string {
  if (bulk !== null) return `a bulk run of ${quoted}`;
  if (endReason === 'cancelled') return `a canceled run of ${quoted}`;
  if (endReason !== null) return `a failed run of ${quoted}`;
  return kind === 'whole' ? `the result of ${quoted}` : `a run of ${quoted}`;
}

/** What is there of the result, in a sentence. */
function whatIsThere({ state, totalRows, bulk }: SentRun): string {
  if (bulk !== null) {
    if (bulk.failed + bulk.canceled > 0) return ` ${bulkCountsText(bulk, true)}.`;
    return bulk.total === 1 ? ' Its only row succeeded.' : ` All its ${countRows(bulk.total)} succeeded.`;
  }
  const rows = totalRows === null ? null : countRows(totalRows);
  switch (state.kind) {
    case 'deleted':
      return ` ${deletionText(state.deletion, utcTime)}`;
    case 'incomplete':
      return rows === null ? '' : ` It had returned ${rows} before.`;
    default:
      return rows === null ? '' : ` It has ${rows}.`;
  }
}

/** A person sends the result of a run. What is attached is added when the message leaves. */
export function resultMail(given: ResultMail): Mail {
  const { org, sender, run, note, hasAccess, isPending, attachment, alsoTo } = given;
  const from = sender.email === null ? sender.name : `${sender.name} (${sender.email})`;
  const ended = run.endedAt === null ? '' : `, which ended on ${utcTime(run.endedAt.toISOString())}`;
  const hasResult = run.state.kind === 'whole';
  const url = absolute(`${commandPath(org, run.commandId)}#run-${run.runId}`);
  return {
    subject: `${sender.name} sent you ${thingOf(run)}`,
    content: {
      paragraphs: [
        `${from} sent you ${thingOf(run, `“${run.commandName}”`)} of ${org.name}, run ${run.runId}${ended}.${whatIsThere(run)}`,
        ...(isPending ? [`Accept your invitation to ${org.name} first. It came in a separate message.`] : []),
      ],
      note: note?.trim() || null,
      link: hasAccess ? { label: hasResult ? 'Open the result' : 'Open the run', url } : null,
      closing: 'You get this because someone sent you a result on Pushboard.',
      replyTo: sender.email === null ? null : { name: sender.name, address: sender.email },
      ...(attachment === undefined ? {} : { attachment }),
      ...(alsoTo.length === 0 ? {} : { alsoTo }),
    },
  };
}
