import { type DescribedOption, describedOptions, type Pattern, readPattern, usageLines } from './patterns';

/** What a usage text asks for. */
export interface Usage {
  description: string | null;
  commands: UsageCommand[];
}

/** The lines of a usage text that begin with the same words. */
export interface UsageCommand {
  words: readonly string[];
  inputs: UsageInput[];
}

export interface UsageInput {
  /** An option's flag without its dashes, or the name of an argument. */
  key: string;
  /** The longest flag of an option; null for an argument, which has a place. */
  flag: string | null;
  /** Whether it is an option with a value, rather than nothing but a flag. */
  takesValue: boolean;
  help: string | null;
  /** The default, as text; null without one. */
  fallback: string | null;
  isRequired: boolean;
  /** Whether it may be repeated. */
  isMany: boolean;
}

/** More choices than this aren't written by hand. */
const mostCommands = 60;

/**
 * Reads a usage text: one command for each line with other words, and for each choice of words.
 *
 * @see http://docopt.org
 */
export function readUsage(doc: string): Usage {
  const options = describedOptions(doc);
  const description = doc.split(/\n?.*usage:/i)[0]?.trim() ?? '';
  const commands = usageLines(doc)
    .flatMap((line) => readPattern(line, options).flatMap(spread))
    .slice(0, mostCommands)
    .flatMap((sequence) => commandOf(sequence, options) ?? []);
  return { description: description === '' ? null : description, commands: merged(commands) };
}

/** The sequences that choices of words make: `(set|remove) <x>` is two commands. */
function spread(sequence: readonly Pattern[]): Pattern[][] {
  return sequence.reduce<Pattern[][]>(
    (all, part) => {
      const isWords =
        part.kind === 'group' &&
        !part.isOptional &&
        part.choices.length > 1 &&
        part.choices.every((choice) => choice.every(({ kind }) => kind === 'word'));
      const ways: readonly (readonly Pattern[])[] =
        isWords && part.kind === 'group' ? part.choices : [[part]];
      return all.flatMap((before) => ways.map((way) => [...before, ...way])).slice(0, mostCommands);
    },
    [[]],
  );
}

/** Null for a line that only asks for help. */
function commandOf(sequence: readonly Pattern[], options: readonly DescribedOption[]): UsageCommand | null {
  const collector = new Collector(options);
  for (const part of sequence) collector.collect(part, false, false);
  const { words, inputs } = collector;
  return sequence.length > 0 && inputs.length === 0 && words.length === 0 ? null : { words, inputs };
}

class Collector {
  readonly words: string[] = [];
  readonly inputs: UsageInput[] = [];

  constructor(private readonly options: readonly DescribedOption[]) {}

  collect(part: Pattern, isOptional: boolean, isMany: boolean): void {
    switch (part.kind) {
      case 'word':
        if (!isOptional) this.words.push(part.word);
        else if (/^\w[\w-]*$/.test(part.word)) this.addOption(undescribed(part.word, null), false, false);
        break;
      case 'argument':
        this.addArgument(part.name, isOptional, isMany);
        break;
      case 'option': {
        const known = this.options.find(({ flags }) => flags.includes(part.flag));
        this.addOption(known ?? undescribed(part.flag, part.takes), !isOptional, isMany);
        break;
      }
      case 'options':
        for (const option of this.options) this.addOption(option, false, false);
        break;
      case 'group': {
        const isLoose = isOptional || part.isOptional || part.choices.length > 1;
        for (const inner of part.choices.flat()) this.collect(inner, isLoose, isMany);
        break;
      }
      case 'many':
        this.collect(part.of, isOptional, true);
    }
  }

  private addArgument(key: string, isOptional: boolean, isMany: boolean): void {
    const known = this.inputs.find((input) => input.flag === null && input.key === key);
    // An argument that a line has twice is a list.
    if (known !== undefined) known.isMany = true;
    else
      this.inputs.push({
        ...{ key, flag: null, takesValue: true, help: null, fallback: null },
        ...{ isRequired: !isOptional, isMany },
      });
  }

  private addOption(
    { flags, takes, fallback, text }: DescribedOption,
    isGiven: boolean,
    isMany: boolean,
  ): void {
    const flag = flags.find((each) => each.startsWith('--')) ?? flags[0] ?? '';
    if (flag === '' || flags.some((each) => /^(-h|--help|--version|--usage)$/.test(each))) return;
    const key = flag.replace(/^-+/, '');
    if (this.inputs.some((input) => input.key === key)) return;
    const takesValue = takes !== null;
    this.inputs.push({
      ...{ key, flag, takesValue, fallback: takesValue ? fallback : null, isMany: takesValue && isMany },
      help: text === '' ? null : text,
      isRequired: isGiven && takesValue && fallback === null,
    });
  }
}

const undescribed = (flag: string, takes: string | null): DescribedOption => ({
  ...{ flags: [flag], takes, fallback: null, text: '' },
});

/** Lines with the same words are one command, in which what only some of them have is optional. */
function merged(commands: readonly UsageCommand[]): UsageCommand[] {
  const byWords = new Map<string, UsageCommand>();
  for (const command of commands) {
    const words = command.words.join(' ');
    const known = byWords.get(words);
    if (known === undefined) {
      byWords.set(words, command);
      continue;
    }
    const isIn = (input: UsageInput, { inputs }: UsageCommand) => inputs.some(({ key }) => key === input.key);
    for (const input of known.inputs) if (!isIn(input, command)) input.isRequired = false;
    for (const input of command.inputs)
      if (!isIn(input, known)) known.inputs.push({ ...input, isRequired: false });
  }
  return [...byWords.values()];
}
