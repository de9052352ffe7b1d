import { ask } from '@/components/ui/feedback/dialogs/dialogs';
import { asksFirst } from '@/lib/commands/warning-tag';
import { formatCount } from '@/lib/results/table/row-counts';
import { type RunExtras, RunQuestion } from '../form/before-run/run-question';
import type { Command } from '../use-command';

/**
 * Asks what the command needs of the person before so many rows run; null to go back. Most need no question.
 *
 * @param leftOut how many rows don't run because of a problem
 */
export async function askBeforeBulk(
  command: Command,
  count: number,
  leftOut: number,
): Promise<RunExtras | null> {
  const { name, template, needsApproval, confirmationWord } = command;
  if (!asksFirst(template.warningTag) && !needsApproval && confirmationWord === null) return {};
  const times = count === 1 ? 'once' : `${formatCount(count)} times`;
  return ask<RunExtras>(`Run “${name}” ${times}?`, (answer) => (
    <RunQuestion
      command={command}
      about={<p>Each row is a run of its own.{leftOut > 0 && ` ${leftOutWords(leftOut)}`}</p>}
      runLabel={`Run ${formatCount(count)}`}
      onAnswer={answer}
    />
  ));
}

const leftOutWords = (count: number): string =>
  count === 1
    ? 'One row with a problem is left out.'
    : `${formatCount(count)} rows with problems are left out.`;
