import { changesData } from '@/lib/commands/warning-tag';
import { optionColumns } from '@/lib/outputs/option-columns';
import { isAbout } from '@/lib/outputs/same-name';
import type { Command, CommandInput } from '../../panel/use-configure';
import { outputsOf, type Sender } from '../use-dropdowns';

type From = Pick<Command, 'folderId'> & {
  template: { sourceName: string; inputs: readonly Pick<CommandInput, 'key'>[] };
};

/** The columns that the options of an input most likely come from; null if none of the command suits. */
export const likelyColumns = ({ key }: Pick<CommandInput, 'key'>, sender: Sender) =>
  optionColumns(key, outputsOf(sender), sender.name);

/** Whether a form with these keys can run a command for options. */
function canFeed(sender: Sender, keys: ReadonlySet<string>): boolean {
  return !changesData(sender.warningTag) && sender.requiredKeys.every((key) => keys.has(key.toLowerCase()));
}

/**
 * The command that most likely has the options of an input: one that only reads, runs with the values of this form, and
 * returns the input's values; named after them, of the same connection, in the same folder. Undefined if none suits.
 */
export function likelySender(
  command: From,
  input: Pick<CommandInput, 'key'>,
  senders: readonly Sender[],
): Sender | undefined {
  const { sourceName, inputs } = command.template;
  const others = new Set(inputs.flatMap(({ key }) => (key === input.key ? [] : [key.toLowerCase()])));
  const rated = senders
    .filter((sender) => canFeed(sender, others) && likelyColumns(input, sender) !== null)
    .map((sender) => ({
      sender,
      rank:
        (isAbout(sender.name, input.key) ? 8 : 0) +
        (sender.sourceName === sourceName ? 4 : 0) +
        (sender.warningTag === 'safe' ? 2 : 0) +
        (sender.folderId !== null && sender.folderId === command.folderId ? 1 : 0),
    }));
  const [best] = rated.sort((a, b) => b.rank - a.rank);
  // A column of another connection may have the same name by chance.
  return best !== undefined && best.rank >= 4 ? best.sender : undefined;
}
