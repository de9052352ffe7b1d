import { isAbout, isIdentifier, outputNamed, plainName } from './same-name';

/** An output that options can come from. */
interface OptionOutput {
  path: string;
  /** The source's name of its type. */
  type: string;
}

/** The columns of a dropdown: what is sent, and what people read. */
export interface OptionColumns<Output> {
  value: Output;
  display: Output;
}

/** What columns for people are called, the best first. */
const READABLE = ['name', 'full_name', 'display_name', 'title', 'label', 'description', 'email'];

const isText = ({ type }: OptionOutput): boolean => /char|text|string|citext/i.test(type);

/** The column that says to people what a value stands for; the value itself if it reads well enough. */
function displayFor<Output extends OptionOutput>(
  value: Output,
  outputs: readonly Output[],
  key: string,
): Output {
  const others = outputs.filter((each) => each !== value);
  const subject = plainName(key).replace(/_(?:id|code|number|key)$/, '');
  const named = [...READABLE.slice(0, 3), `${subject}_name`, subject, ...READABLE.slice(3)]
    .map((name) => others.find(({ path }) => plainName(path) === name))
    .find((found) => found !== undefined);
  if (!isIdentifier(value.path)) return value;
  return named ?? others.find((each) => isText(each) && !isIdentifier(each.path)) ?? value;
}

/**
 * Chooses the columns of a result that the options of an input most likely come from; null if no column suits.
 *
 * @param commandName of the command with the result
 */
export function optionColumns<Output extends OptionOutput>(
  key: string,
  outputs: readonly Output[],
  commandName: string,
): OptionColumns<Output> | null {
  const value =
    outputNamed(key, outputs, commandName) ??
    (isAbout(commandName, key) ? outputs.find(({ path }) => isIdentifier(path)) : undefined);
  return value === undefined ? null : { value, display: displayFor(value, outputs, key) };
}
