import type { Found, FoundCommand } from '../../result/found';
import type { Draft } from '../../values/draft';
import type { Parser } from './parser';
import type { ParserArgument } from './parser-argument';

/** What the parsers of a script offer to run: one command, or one for each subcommand. */
export function parserCommands(all: readonly Parser[], description: string | null): FoundCommand[] {
  const main = mainParsers(all);
  const words = main.flatMap(({ children }) => children);
  const inherited = main.flatMap((parser) => inputsOf(parser, 0));
  if (words.length === 0) {
    if (main.length === 0) return [];
    return [command(null, [], main[0]?.description ?? description, unique(inherited))];
  }
  return main.flatMap((parser) =>
    parser.children.flatMap((child) => subCommands(child.parser, [child.name], inherited)),
  );
}

/** The parsers that read the command line themselves. */
function mainParsers(all: readonly Parser[]): Parser[] {
  const top = all.filter(({ isSub }) => !isSub);
  const parsed = top.filter(({ isParsed }) => isParsed);
  if (parsed.length > 0) return parsed;
  const own = top.filter(({ isParent }) => !isParent);
  return own.length > 0 ? own.slice(-1) : [];
}

function subCommands(parser: Parser, words: string[], inherited: readonly Found[]): FoundCommand[] {
  const inputs = [...inherited, ...inputsOf(parser, words.length)];
  if (parser.children.length === 0)
    return [command(words.join(' '), words, parser.description, unique(inputs))];
  return parser.children.flatMap((child) => subCommands(child.parser, [...words, child.name], inputs));
}

const command = (
  name: string | null,
  words: string[],
  description: string | null,
  inputs: Found[],
): FoundCommand => ({
  name,
  description,
  entry: { kind: 'program', words, endsOptions: true },
  inputs,
});

function inputsOf(parser: Parser, after: number): Found[] {
  excludeOthers(parser.entries);
  const found = parser.entries.map(({ draft, way }) => ({ draft, way, after }));
  const left = parser.positional?.found(after) ?? [];
  if (parser.rest === null || parser.rest.key === null) return [...found, ...left];
  return [...found, ...left, { draft: parser.rest, way: { by: 'position' }, after }];
}

/** Options of which only one may be given are shown as long as the others aren't. */
function excludeOthers(entries: readonly ParserArgument[]): void {
  for (const { draft, exclusive } of entries) {
    if (exclusive === null || draft.terms.length > 0) continue;
    if (exclusive.isRequired) draft.group ??= 'Exactly one of these';
    const others = entries.filter((other) => other.exclusive === exclusive && other.draft !== draft);
    draft.isRequired = false;
    draft.terms = others.map(({ draft: other }) =>
      other.typeId === 'bool'
        ? { draft: other, test: 'is_not', values: [true] }
        : { draft: other, test: 'is_empty', values: [] },
    );
  }
}

/** The same option of two parsers, such as one that reads the configuration first, is asked for once. */
function unique(inputs: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return inputs.filter(({ draft, way, after }) => {
    const name =
      way.by === 'option' ? way.flag : way.by === 'switch' ? `${way.on} ${way.off}` : nameOf(draft);
    const place = `${after} ${way.by === 'position' ? 'position' : 'option'} ${name}`;
    if (seen.has(place)) return false;
    seen.add(place);
    return true;
  });
}

const nameOf = ({ key, site }: Draft): string => `${key} ${key === null ? site.line : ''}`;
