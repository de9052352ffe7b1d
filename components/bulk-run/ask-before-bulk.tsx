import { type AskedCommand, type RunExtras, RunQuestion } from '@/components/run-stream/run-question';
import { ask } from '@/components/ui/feedback/dialogs/dialogs';
import { asksFirst } from '@/lib/commands/warning-tag';
import { formatCount } from '@/lib/results/table/row-counts';

/** How many rows run, and how many don't because of a problem; `isAgain` for rows that have run before. */
interface AskedRows {
  count: number;
  leftOut?: number;
  isAgain?: boolean;
}

/** Asks what the command needs of the person before so many rows run; null to go back. Most need no question. */
export async function askBeforeBulk(
  command: AskedCommand & { name: string },
  { count, leftOut = 0, isAgain = false }: AskedRows,
): Promise<RunExtras | null> {
  const { name, template, needsApproval, confirmationWord } = command;
  if (!asksFirst(template.warningTag) && !needsApproval && confirmationWord === null) return {};
  const times = count === 1 ? 'once' : `${formatCount(count)} times`;
  return ask<RunExtras>(`Run “${name}” ${isAgain ? 'again, ' : ''}${times}?`, (answer) => (
    <RunQuestion
      command={command}
      about={
        <p>
          {isAgain
            ? 'Each row is a run of its own, with the same values as before.'
            : 'Each row is a run of its own.'}
          {leftOut > 0 && ` ${leftOutWords(leftOut)}`}
        </p>
      }
      runLabel={`Run ${formatCount(count)}`}
      onAnswer={answer}
    />
  ));
}

const leftOutWords = (count: number): string =>
  count === 1
    ? 'One row with a problem is left out.'
    : `${formatCount(count)} rows with problems are left out.`;
