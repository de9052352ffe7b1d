import type { Found } from '../../result/found';
import type { Draft } from '../../values/draft';
import { join } from '../../values/join';
import {
  argument,
  isTrue,
  itemsOf,
  jsonOf,
  native,
  none,
  subjectOf,
  textOf,
  thingOf,
  unknown,
} from '../../values/make';
import type { CallArguments, Interpreter, Thing, Value } from '../../values/value';
import { Starts } from '../starts';
import { readArgument } from './argument';
import { type ExclusiveGroup, type ParserArgument, restDraft } from './parser-argument';

/** All parsers of a script, in the order of the code. */
export class Parsers {
  readonly all: Parser[] = [];
}

/** More arguments than this aren't written by hand. */
const mostArguments = 2000;

/** An `ArgumentParser`, or one of its subcommands. */
export class Parser implements Thing {
  description: string | null = null;
  epilog: string | null = null;
  readonly prefixes: string;
  readonly entries: ParserArgument[] = [];
  private readonly taken = new Set<string>();
  readonly children: { name: string; parser: Parser }[] = [];
  readonly defaults = new Map<string, Value>();
  isParsed = false;
  isParent = false;
  /** What is left of the command line, for parsers without positional arguments of their own. */
  positional: { found(after: number): Found[] } | null = null;
  /** The arguments that follow the known ones: `parse_known_args`. */
  rest: Draft | null = null;

  constructor(
    args: CallArguments,
    machine: Interpreter,
    readonly isSub: boolean,
  ) {
    this.description =
      textOf(argument(args, 'description', isSub ? undefined : 2)) ?? textOf(args.keywords.get('help'));
    this.prefixes = textOf(args.keywords.get('prefix_chars')) ?? '-';
    const parents = args.keywords.get('parents');
    for (const parent of parents === undefined ? [] : (machine.elements(parents, args.site) ?? []))
      if (parent.kind === 'thing' && parent.thing instanceof Parser) this.adopt(parent.thing, machine);
    machine.stateOf(Parsers).all.push(this);
  }

  private adopt(parent: Parser, machine: Interpreter): void {
    parent.isParent = true;
    for (const entry of parent.entries) if (machine.spend()) this.add(entry);
    for (const [name, value] of parent.defaults) this.defaults.set(name, value);
  }

  attribute(name: string, machine: Interpreter): Value | null {
    switch (name) {
      case 'add_argument':
      case 'add_argument_group':
      case 'add_mutually_exclusive_group':
        return groupMethod(this, { title: null, exclusive: null }, name);
      case 'add_subparsers':
        return native((args) => thingOf(new Subparsers(this, textOf(args.keywords.get('dest')))));
      case 'set_defaults':
        return native(({ keywords }) => {
          for (const [key, value] of keywords) this.setDefault(key, value);
          return none;
        });
      case 'parse_args':
      case 'parse_intermixed_args':
        return native(() => {
          this.isParsed = true;
          if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
          return thingOf(new Namespace(this));
        });
      case 'parse_known_args':
      case 'parse_known_intermixed_args':
        return native(({ site }) => {
          this.isParsed = true;
          if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
          const rest = restDraft(site);
          this.rest ??= rest;
          return itemsOf([thingOf(new Namespace(this)), subjectOf(this.rest)], 'tuple');
        });
      case 'error':
      case 'exit':
        return native(() => {
          machine.fail();
          return none;
        });
      default:
        return null;
    }
  }

  private setDefault(key: string, value: Value): void {
    const known = this.defaults.get(key);
    this.defaults.set(key, value);
    if (known !== undefined && known.kind !== value.kind) this.defaults.set(key, join(known, value));
    for (const { dest, draft } of this.entries) {
      const literal = dest === key ? jsonOf(value) : undefined;
      if (literal === undefined) continue;
      draft.fallback = { literal };
      draft.isRequired = false;
    }
  }

  /** Adds an argument, unless one with the same flag is there: both branches of a test may add it. */
  add(entry: ParserArgument): void {
    const names = entry.flags.length === 0 ? [entry.dest] : entry.flags;
    if (this.entries.length >= mostArguments || names.some((name) => this.taken.has(name))) return;
    for (const name of names) this.taken.add(name);
    this.entries.push(entry);
  }

  /** Every argument with a name for its value, those of subcommands included. */
  argumentsOf(dest: string): ParserArgument[] {
    const own = this.entries.filter((entry) => entry.dest === dest);
    return [...own, ...this.children.flatMap(({ parser }) => parser.argumentsOf(dest))];
  }

  defaultsOf(name: string): Value[] {
    const own = this.defaults.get(name);
    return [
      ...(own === undefined ? [] : [own]),
      ...this.children.flatMap(({ parser }) => parser.defaultsOf(name)),
    ];
  }
}

interface Group {
  title: string | null;
  exclusive: ExclusiveGroup | null;
}

/** A group of arguments. */
class ArgumentGroup implements Thing {
  constructor(
    private readonly parser: Parser,
    private readonly group: Group,
  ) {}

  attribute(name: string): Value | null {
    return groupMethod(this.parser, this.group, name);
  }
}

function groupMethod(parser: Parser, group: Group, name: string): Value | null {
  switch (name) {
    case 'add_argument':
      return native((args, machine) => {
        const entry = readArgument(args, machine, parser.prefixes);
        if (entry === null) return unknown;
        entry.draft.group = group.title;
        entry.exclusive = group.exclusive;
        parser.add(entry);
        return unknown;
      });
    case 'add_argument_group':
      return native((args) => {
        const title = textOf(argument(args, 'title', 0));
        return thingOf(new ArgumentGroup(parser, { title, exclusive: null }));
      });
    case 'add_mutually_exclusive_group':
      return native((args) => {
        const exclusive = { isRequired: isTrue(argument(args, 'required', 0)) };
        return thingOf(new ArgumentGroup(parser, { title: group.title, exclusive }));
      });
    default:
      return null;
  }
}

/** What `add_subparsers` returns. */
class Subparsers implements Thing {
  constructor(
    private readonly parser: Parser,
    readonly dest: string | null,
  ) {}

  attribute(name: string): Value | null {
    if (name !== 'add_parser') return null;
    return native((args, machine) => {
      const word = textOf(argument(args, 'name', 0));
      if (word === null) {
        machine.note(args.site, `A subcommand wasn't read: its name, "${args.code(0) ?? ''}", is computed.`);
        return thingOf(new Parser(args, machine, true));
      }
      const known = this.parser.children.find((child) => child.name === word);
      if (known !== undefined) return thingOf(known.parser);
      const parser = new Parser(args, machine, true);
      if (this.parser.children.length < 200) this.parser.children.push({ name: word, parser });
      return thingOf(parser);
    });
  }
}

/** What parsing returns: the values by their names. */
class Namespace implements Thing {
  constructor(private readonly parser: Parser) {}

  attribute(name: string, machine: Interpreter): Value | null {
    if (name === '__dict__') return thingOf(this);
    if (name === 'get' && this.parser.argumentsOf('get').length === 0)
      return native(({ positional: [key] }) => this.item(key ?? none, machine) ?? unknown);
    const [first, ...others] = this.parser.argumentsOf(name);
    // Subcommands may share a name, and then a check of it says nothing about any one of them.
    if (first !== undefined) return others.length === 0 ? subjectOf(first.draft) : unknown;
    const defaults = this.parser.defaultsOf(name);
    if (defaults.length === 0) return null;
    return native((args) => {
      for (const value of defaults)
        machine.inCase(defaults.length > 1 ? null : [], () => machine.call(value, args));
      return unknown;
    });
  }

  item(key: Value, machine: Interpreter): Value | null {
    const name = textOf(key);
    return name === null ? null : this.attribute(name, machine);
  }
}
