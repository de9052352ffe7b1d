import { argument, itemsOf, native, none, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, Thing, Value } from '../../values/value';
import { RestOfArgv } from '../argv/argv';
import { readArgument } from './argument';
import { Parser } from './parser';

/** An `OptionParser`, whose options are those of argparse, and whose positional arguments are what is left. */
export class OptionParser implements Thing {
  readonly parser: Parser;
  readonly left: RestOfArgv;

  constructor(args: CallArguments, machine: Interpreter) {
    this.parser = new Parser({ ...args, positional: [] }, machine, false);
    this.left = new RestOfArgv();
    this.parser.positional = this.left;
    for (const option of machine.elements(args.keywords.get('option_list') ?? none, args.site) ?? [])
      if (option.kind === 'thing' && option.thing instanceof MadeOption)
        addOption(this.parser, option.thing.args, null, machine);
  }

  attribute(name: string, machine: Interpreter): Value | null {
    switch (name) {
      case 'add_option':
        return native((args) => addOption(this.parser, args, null, machine));
      case 'add_option_group':
        return native(({ positional: [group] }) => group ?? unknown);
      case 'parse_args':
        return native((args) => {
          this.parser.isParsed = true;
          const parse = this.parser.attribute('parse_args', machine);
          const values = parse === null ? unknown : machine.call(parse, args);
          return itemsOf([values, thingOf(this.left)], 'tuple');
        });
      default:
        return this.parser.attribute(name, machine);
    }
  }
}

/** `make_option(…)`, which is added later. */
export class MadeOption implements Thing {
  constructor(readonly args: CallArguments) {}

  attribute(): Value | null {
    return null;
  }
}

export class OptionGroup implements Thing {
  private readonly title: string | null;

  constructor(
    args: CallArguments,
    private readonly parser: Parser | null,
  ) {
    this.title = textOf(argument(args, 'title', 1));
  }

  attribute(name: string, machine: Interpreter): Value | null {
    const { parser } = this;
    return name === 'add_option' && parser !== null
      ? native((args) => addOption(parser, args, this.title, machine))
      : null;
  }
}

function addOption(parser: Parser, args: CallArguments, group: string | null, machine: Interpreter): Value {
  const [made] = args.positional;
  const given = made?.kind === 'thing' && made.thing instanceof MadeOption ? made.thing.args : args;
  const entry = readArgument(given, machine, '-');
  if (entry === null) return unknown;
  entry.draft.group = group;
  parser.add(entry);
  return unknown;
}
