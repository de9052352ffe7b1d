import type { Site } from '../../../values/draft';
import type { Found, FoundCommand } from '../../result/found';
import type { Draft } from '../../values/draft';
import { fallbackOf } from '../../values/join';
import { jsonOf, plain, subjectOf, testValue, textsOf, unknown } from '../../values/make';
import { opposite, plainTest, switchedOn } from '../../values/tests';
import type { Interpreter, Test, Thing, Value } from '../../values/value';

/** An input of a command line, with the names that the script reads it by. */
export interface Option {
  found: Found;
  /** As its package names it in what it answers. */
  dest: string;
  /** Whether the script reads the opposite: `--no-plot` is read as `plot`. */
  isOpposite: boolean;
}

/** What a package makes of the command line. */
export interface CommandLine {
  isParsed: boolean;
  hasInputs: boolean;
  commands(machine: Interpreter): FoundCommand[];
}

/** The command lines that a script describes, in the order of the code. */
export class CommandLines {
  readonly all: CommandLine[] = [];
}

const sameName = (name: string): string => name.replace(/^-+/, '').replaceAll(/[-_.]/g, '').toLowerCase();

/** What a package answers for the command line: a list with a value for each option. */
export class ParsedOptions implements Thing {
  private readonly own = new Map<string, Value>();

  constructor(private readonly options: () => readonly Option[]) {}

  private find(name: string): Option | null {
    const options = this.options();
    const same = options.filter(({ dest }) => sameName(dest) === sameName(name));
    const begun = options.filter(({ dest }) => dest.startsWith(name));
    return same[0] ?? (begun.length === 1 ? (begun[0] ?? null) : null);
  }

  member(name: string): Value {
    const own = this.own.get(name);
    if (own !== undefined) return own;
    const option = this.find(name);
    if (option === null) return unknown;
    const { draft } = option.found;
    return option.isOpposite ? testValue(opposite(switchedOn(draft))) : subjectOf(draft);
  }

  /** Several options at once: `opt[c("from", "to")]`. */
  index(key: Value): Value {
    const names = jsonOf(key);
    if (!Array.isArray(names)) return unknown;
    const items = names.map((name) => ({ name: String(name), value: this.member(String(name)) }));
    return { kind: 'items', isList: true, items, isOpen: false, rows: null };
  }

  /** `opt$rows <- 10` where there are none is what the script takes for them. */
  setMember(name: string, value: Value, machine: Interpreter): void {
    const draft = this.find(name)?.found.draft ?? null;
    const isSame = value.kind === 'subject' && value.draft === draft;
    if (draft === null) this.own.set(name, value);
    else if (!isSame && machine.cases.some((one) => one?.test.about.includes(draft) === true))
      draft.offerFallback(fallbackOf(value));
    else if (!isSame && value.kind === 'subject') this.own.set(name, value);
  }

  setIndex(key: Value, value: Value, machine: Interpreter): Value | null {
    const name = jsonOf(key);
    if (typeof name === 'string') this.setMember(name, value, machine);
    return null;
  }

  names(): Value {
    return { kind: 'thing', thing: new OptionNames(this.options) };
  }

  elements(_machine: Interpreter, _site: Site) {
    const items = this.options().map(({ dest }) => ({ name: dest, value: this.member(dest) }));
    return { items, isOpen: false };
  }
}

/** The names of those options that were given. */
class OptionNames implements Thing {
  constructor(private readonly options: () => readonly Option[]) {}

  contains(text: string): Test {
    const option = this.options().find(({ dest }) => sameName(dest) === sameName(text));
    if (option === undefined) return plainTest(null);
    const { draft } = option.found;
    return { ...plainTest(null), missing: { whenTrue: [], whenFalse: [draft] }, about: [draft] };
  }

  elements() {
    const names = this.options().map(({ dest }) => ({ name: null, value: plain(dest) }));
    return { items: names, isOpen: false };
  }

  names(): Value {
    return textsOf(this.options().map(({ dest }) => dest));
  }
}

/** The help of an option, without what the form says itself. */
export function helpOf(help: string | null): string | null {
  const text = (help ?? '')
    .replaceAll(/\s*[[(]?\s*\bdefaults?( value)?( is|:|=)?\s*%(default|\(default\)s)\s*[\])]?/gi, '')
    .replaceAll(/%(default|\(default\)s)/g, 'the default')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text;
}

export const types: Readonly<Record<string, string>> = {
  integer: 'integer',
  int: 'integer',
  double: 'numeric',
  numeric: 'numeric',
  float: 'numeric',
  number: 'numeric',
  complex: 'complex',
  character: 'character',
  string: 'character',
  str: 'character',
  logical: 'logical',
  bool: 'logical',
  boolean: 'logical',
};

export const longest = (flags: readonly string[]): string =>
  flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? '';

export const plainFlag = (flag: string): string => flag.replace(/^-+/, '');

/** What a default that the code gives says of an input: its type, and the value or the code of it. */
export function takeDefault(draft: Draft, value: Value | undefined, code: string | null): void {
  if (value === undefined || value.kind === 'null' || value.kind === 'na') return;
  const fallback = jsonOf(value) === undefined ? null : fallbackOf(value);
  draft.fallback = fallback ?? (code === null ? null : { code });
}
