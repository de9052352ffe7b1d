import { createInterface } from 'node:readline/promises';
import { asksFirst } from '@/lib/commands/warning-tag';
import type { WarningTag } from '@/lib/settings/command-choices';
import { type Arguments, textFlag } from './arguments';
import { CliError, exitCodes, misused } from './exit';

/**
 * Asks before a command runs, if it wants that: for its word, or for a yes unless it is marked as safe. Scripts give
 * either on the line. Returns the word to send.
 */
export async function confirmed(
  line: Arguments,
  { name, confirmationWord }: { name: string; confirmationWord: string | null },
  tag: WarningTag | null,
): Promise<string | undefined> {
  if (confirmationWord !== null) return typedWord(line, name, confirmationWord);
  if (asksFirst(tag) && !line.flags.has('yes')) await confirm(`“${name}” ${effects[tag ?? 'untagged']}`);
  return undefined;
}

/** The note to those who approve, if there is one. */
export function noteOf(line: Arguments): { approvalNote?: string } {
  const approvalNote = textFlag(line, 'note');
  return approvalNote === undefined ? {} : { approvalNote };
}

/** The confirmation word: from the line, or as a person types it. */
async function typedWord(line: Arguments, name: string, word: string): Promise<string> {
  const given = textFlag(line, 'confirm');
  if (given !== undefined) return given;
  if (!process.stdin.isTTY) throw misused(`“${name}” asks for confirmation. Add --confirm WORD.`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`To run “${name}”, type “${word}”: `);
  prompt.close();
  if (answer.trim() !== word) throw new CliError(exitCodes.canceled, 'Nothing was run.');
  return word;
}

/** What a run of a command does and asks for, line by line, with the options by which a script answers. */
export function whatItAsks(
  { confirmationWord, needsApproval }: { confirmationWord: string | null; needsApproval: boolean },
  tag: WarningTag | null,
): string[] {
  const effect = `It ${effects[tag ?? 'untagged']}`;
  if (confirmationWord !== null)
    return [`${effect}, and asks for a word (--confirm WORD).`, ...approval(needsApproval)];
  return [
    asksFirst(tag) ? `${effect}, and asks first (--yes).` : 'It reads data.',
    ...approval(needsApproval),
  ];
}

const approval = (isNeeded: boolean): string[] =>
  isNeeded ? ['A run waits until another engineer has approved it (--note TEXT).'] : [];

const effects: Readonly<Record<WarningTag | 'untagged', string>> = {
  creates_data: 'changes data',
  updates_data: 'changes data',
  slows_db: 'slows down its database',
  safe: 'reads data',
  untagged: 'may change data',
};

async function confirm(what: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw misused(`${what}. Add --yes to run it without being asked.`);
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(`${what}. Run it? [y/N] `);
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError(exitCodes.canceled, 'Nothing was run.');
}
