import type { Found, FoundCommand } from '../../result/found';
import { Draft, type Site } from '../../values/draft';
import { argument, textOf, thingOf, unknown } from '../../values/make';
import type { Interpreter, NativeCall } from '../../values/value';
import { longestOf, withoutDashes } from '../argparse/parser-argument';
import { Starts } from '../starts';
import { type DescribedOption, describedOptions, type Pattern, readPattern, usageLines } from './usage';

/** The usage texts of a script. */
export class DocoptCalls {
  readonly all: { doc: string; site: Site }[] = [];
}

const docopt: NativeCall = (args, machine) => {
  if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
  const doc = textOf(argument(args, 'doc', 0));
  if (doc === null)
    machine.note(args.site, 'The usage text of docopt is computed, so its options are not offered.');
  else machine.stateOf(DocoptCalls).all.push({ doc, site: args.site });
  return thingOf({ item: () => unknown });
};

export const docoptCalls: [string, NativeCall][] = [['docopt.docopt', docopt]];

/**
 * The commands of usage texts: one for each line, and for each choice of words in it.
 *
 * @see http://docopt.org
 */
export function docoptCommands(machine: Interpreter): FoundCommand[] {
  return machine.stateOf(DocoptCalls).all.flatMap(({ doc, site }) => {
    const options = describedOptions(doc);
    const description = doc.split(/\n?.*usage:/i)[0]?.trim() ?? null;
    const commands = usageLines(doc)
      .flatMap((line) => readPattern(line, options).flatMap((sequence) => spread(sequence)))
      .slice(0, 60)
      .map((sequence) => commandOf(sequence, options, site, description))
      .filter((command) => command !== null);
    return merged(commands);
  });
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
      return all.flatMap((before) => ways.map((way) => [...before, ...way])).slice(0, 60);
    },
    [[]],
  );
}

interface Collected {
  words: string[];
  inputs: Found[];
  site: Site;
  options: readonly DescribedOption[];
}

function commandOf(
  sequence: readonly Pattern[],
  options: readonly DescribedOption[],
  site: Site,
  description: string | null,
): FoundCommand | null {
  const collected: Collected = { words: [], inputs: [], site, options };
  for (const part of sequence) collect(part, collected, false, false);
  const { words, inputs } = collected;
  const isHelp = sequence.length > 0 && inputs.length === 0 && words.length === 0;
  if (isHelp) return null;
  for (const input of inputs) input.after = input.way.by === 'position' ? words.length : 0;
  return {
    name: words.length === 0 ? null : words.join(' '),
    description,
    entry: { kind: 'program', words, endsOptions: true },
    inputs,
  };
}

function collect(part: Pattern, collected: Collected, isOptional: boolean, isMany: boolean): void {
  switch (part.kind) {
    case 'word':
      if (isOptional && /^\w[\w-]*$/.test(part.word))
        add({ flags: [part.word], takes: null, fallback: null, text: '' }, collected, false);
      else if (!isOptional) collected.words.push(part.word);
      return;
    case 'argument':
      addArgument(part.name, collected, isOptional, isMany);
      return;
    case 'option': {
      const known = collected.options.find(({ flags }) => flags.includes(part.flag));
      add(
        known ?? { flags: [part.flag], takes: part.takes, fallback: null, text: '' },
        collected,
        !isOptional && part.takes !== null,
      );
      return;
    }
    case 'options':
      for (const option of collected.options) add(option, collected, false);
      return;
    case 'group':
      for (const choice of part.choices)
        for (const inner of choice)
          collect(inner, collected, isOptional || part.isOptional || part.choices.length > 1, isMany);
      return;
    case 'many':
      collect(part.of, collected, isOptional, true);
  }
}

function addArgument(name: string, { inputs, site }: Collected, isOptional: boolean, isMany: boolean): void {
  if (inputs.some(({ draft, way }) => way.by === 'position' && draft.key === name)) return;
  const draft = new Draft(site, 'docopt', false);
  draft.key = name;
  draft.isList = isMany;
  draft.isRequired = !isOptional;
  inputs.push({ draft, way: { by: 'position' }, after: 0 });
}

function add(
  { flags, takes, fallback, text }: DescribedOption,
  { inputs, site }: Collected,
  isRequired: boolean,
): void {
  const flag = longestOf(flags);
  if (/^(-h|--help|--version)$/.test(flag) || flags.includes('--help')) return;
  if (inputs.some(({ draft }) => draft.key === withoutDashes(flag))) return;
  const draft = new Draft(site, 'docopt', false);
  draft.key = withoutDashes(flag);
  draft.description = text === '' ? null : text;
  if (takes === null) {
    draft.typeId = 'bool';
    draft.fallback = { literal: false };
    inputs.push({ draft, way: { by: 'switch', on: flag, off: null }, after: 0 });
    return;
  }
  if (fallback !== null) draft.fallback = { literal: fallback };
  if (fallback !== null && /^-?\d+$/.test(fallback)) draft.typeId = 'int';
  else if (fallback !== null && /^-?\d*\.\d+$/.test(fallback)) draft.typeId = 'float';
  draft.isRequired = isRequired && fallback === null;
  inputs.push({ draft, way: { by: 'option', flag, shape: 'value' }, after: 0 });
}

/** Lines with the same words are one command, in which what only some of them have is optional. */
function merged(commands: readonly FoundCommand[]): FoundCommand[] {
  const byName = new Map<string | null, FoundCommand>();
  for (const command of commands) {
    const known = byName.get(command.name);
    if (known === undefined) {
      byName.set(command.name, command);
      continue;
    }
    const keys = new Set(command.inputs.map(({ draft }) => draft.key));
    for (const { draft } of known.inputs) if (!keys.has(draft.key)) draft.isRequired = false;
    for (const input of command.inputs) {
      if (known.inputs.some(({ draft }) => draft.key === input.draft.key)) continue;
      input.draft.isRequired = false;
      known.inputs.push(input);
    }
  }
  return [...byName.values()];
}
