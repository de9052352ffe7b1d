import type { ConditionTerm } from '@/lib/settings/condition-terms';
import { withUniqueKeys } from '../../new-input';
import type { ScriptCommand, ScriptInput } from '../../script';
import type { ParserArgument } from './argparse-argument';

/** A group of arguments: a title, or the promise that at most one of them is given. */
export interface ArgumentGroup {
  title: string | null;
  isExclusive: boolean;
  isRequired: boolean;
  outer: ArgumentGroup | null;
}

/** A parser as it is put together by code. */
export interface Parser {
  description: string | null;
  words: string[];
  arguments: { argument: ParserArgument; group: ArgumentGroup | null }[];
  /** The sub-commands, in the order of the code. */
  children: Parser[];
  /** Whether a sub-command has to be given. */
  needsChild: boolean;
  line: number;
}

export const newParser = (line: number, words: string[] = []): Parser => ({
  description: null,
  words,
  arguments: [],
  children: [],
  needsChild: false,
  line,
});

/** Adds what a parser has to another, as `parents=[…]` does. */
export function inherit(parser: Parser, from: Parser): void {
  parser.arguments.push(...from.arguments);
}

/** The commands of a parser: itself, or each of its sub-commands with what stands before them. */
export function commandsOf(root: Parser, required: ReadonlySet<string>): ScriptCommand[] {
  const commands: ScriptCommand[] = [];
  const visit = (parser: Parser, outer: Parser[]): void => {
    const chain = [...outer, parser];
    if (parser.children.length === 0 || (!parser.needsChild && hasOwnWork(parser)))
      commands.push(commandOf(chain, required));
    for (const child of parser.children) visit(child, chain);
  };
  visit(root, []);
  return commands;
}

/** Whether a parser is worth a command without any of its sub-commands. */
const hasOwnWork = (parser: Parser): boolean =>
  parser.arguments.some(({ argument }) => argument.input.isRequired);

function commandOf(chain: readonly Parser[], required: ReadonlySet<string>): ScriptCommand {
  const own = chain.at(-1);
  const words = own?.words ?? [];
  const inputs = chain.flatMap((parser) => {
    const after = parser.words.length;
    let at = 0;
    const placed = parser.arguments.map(({ argument, group }) => {
      const { isPositional, flag, form, input, dest } = argument;
      const passing = isPositional
        ? { by: 'position' as const, at: at++, after }
        : { by: 'option' as const, flag, form, after };
      const isNeeded = required.has(dest) && input.defaultValue === null && input.defaultExpression === null;
      const told: ScriptInput = {
        ...input,
        passing,
        group: titleOf(group),
        isRequired: input.isRequired || isNeeded,
      };
      return { told, group };
    });
    return placed.map(({ told, group }) => ({ ...told, ...exclusion(told, group, placed) }));
  });
  return withUniqueKeys({
    name: words.length === 0 ? null : words.join(' '),
    description: own?.description ?? null,
    entry: { kind: 'program', words, endsOptions: true },
    inputs,
  });
}

function titleOf(group: ArgumentGroup | null): string | null {
  for (let at = group; at !== null; at = at.outer) if (at.title !== null) return at.title;
  return null;
}

/** Of arguments that exclude each other, one is shown while the others are empty. */
function exclusion(
  told: ScriptInput,
  group: ArgumentGroup | null,
  all: readonly { told: ScriptInput; group: ArgumentGroup | null }[],
): Partial<ScriptInput> {
  if (group?.isExclusive !== true) return {};
  const others = all.filter((each) => each.group === group && each.told.key !== told.key);
  const shown = others.map(
    ({ told: other }): ConditionTerm =>
      other.typeId === 'bool'
        ? { key: other.key, test: 'is_not', values: [true] }
        : { key: other.key, test: 'is_empty', values: [] },
  );
  return { shown, isRequired: false };
}
