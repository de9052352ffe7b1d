import type { Found, FoundCommand } from '../../result/found';
import { codeOf } from '../../syntax/ast';
import { Draft } from '../../values/draft';
import {
  isTrue,
  jsonOf,
  knownTexts,
  knownValues,
  native,
  nativeValue,
  nothing,
  numberOf,
  textOf,
  thingOf,
  typeOf,
} from '../../values/make';
import type { Call, Interpreter, Native, Thing, Value } from '../../values/value';
import {
  type CommandLine,
  CommandLines,
  helpOf,
  longest,
  type Option,
  ParsedOptions,
  plainFlag,
  takeDefault,
  types,
} from './command-line';

/** Options that exclude each other. */
interface Exclusive {
  drafts: Draft[];
}

/** The parser of argparse, which hands everything to Python's; also one of its subcommands. */
export class ArgumentParser implements Thing, CommandLine {
  isParsed = false;
  readonly options: Option[] = [];
  readonly commandsBelow: { name: string; help: string | null; parser: ArgumentParser }[] = [];
  private commandDest: string | null = null;

  constructor(
    private readonly description: string | null,
    private readonly depth = 0,
  ) {}

  get hasInputs(): boolean {
    return this.options.length > 0 || this.commandsBelow.length > 0;
  }

  member(name: string): Value | null {
    switch (name) {
      case 'add_argument':
        return this.adding(null, null);
      case 'add_argument_group':
        return nativeValue('title description', (call) =>
          thingOf(this.group(textOf(call.value('title')), null)),
        );
      case 'add_mutually_exclusive_group':
        return nativeValue('required', () => thingOf(this.group(null, { drafts: [] })));
      case 'add_subparsers':
        return nativeValue('...', (call) => {
          this.commandDest = textOf(call.rest.find((arg) => arg.name === 'dest')?.value());
          return thingOf({ member: (inner) => (inner === 'add_parser' ? this.addingParser() : null) });
        });
      case 'parse_args':
      case 'parse_known_args':
        return nativeValue('...', () => {
          this.isParsed = true;
          return thingOf(new Answered(this));
        });
      case 'set_defaults':
        return nativeValue('...', () => nothing);
      default:
        return nativeValue('...', () => nothing);
    }
  }

  /** All options, also those of subcommands. */
  get allOptions(): Option[] {
    return [...this.options, ...this.commandsBelow.flatMap(({ parser }) => parser.allOptions)];
  }

  /** The value of the option that has the name of the subcommand. */
  commandName(name: string): Value | null {
    if (name !== this.commandDest) return null;
    const draft = new Draft({ path: '', line: 1 }, 'add_subparsers', true);
    return { kind: 'subject', draft, part: 'whole' };
  }

  private group(title: string | null, exclusive: Exclusive | null): Thing {
    return {
      member: (name) => {
        if (name === 'add_argument') return this.adding(title, exclusive);
        if (name === 'add_mutually_exclusive_group')
          return nativeValue('required', () => thingOf(this.group(title, { drafts: [] })));
        return this.member(name);
      },
    };
  }

  private addingParser(): Value {
    return nativeValue('name ...', (call) => {
      const named = (name: string) => textOf(call.rest.find((arg) => arg.name === name)?.value());
      const parser = new ArgumentParser(named('description') ?? named('help'), this.depth + 1);
      const name = textOf(call.value('name'));
      if (name !== null) this.commandsBelow.push({ name, help: named('help'), parser });
      return thingOf(parser);
    });
  }

  private adding(group: string | null, exclusive: Exclusive | null): Value {
    return nativeValue('...', (call, machine) => {
      const option = optionIn(call, machine, this.depth);
      if (option === null) return nothing;
      option.found.draft.group = group;
      if (exclusive !== null) exclude(option.found.draft, exclusive);
      this.options.push(option);
      return nothing;
    });
  }

  commands(): FoundCommand[] {
    return this.below([], []);
  }

  private below(words: string[], before: Found[]): FoundCommand[] {
    const inputs = [...before, ...this.options.map(({ found }) => found)];
    if (this.commandsBelow.length === 0)
      return [
        {
          name: words.length === 0 ? null : words.join(' '),
          description: this.description,
          entry: { kind: 'program', words, endsOptions: true },
          inputs,
        },
      ];
    return this.commandsBelow.flatMap(({ name, parser }) => parser.below([...words, name], inputs));
  }
}

/** Each is shown while the others are empty. */
function exclude(draft: Draft, { drafts }: Exclusive): void {
  for (const other of drafts) draft.terms.push(emptyTerm(other));
  for (const other of drafts) other.terms.push(emptyTerm(draft));
  drafts.push(draft);
}

const emptyTerm = (draft: Draft): Draft['terms'][number] =>
  draft.typeId === 'logical'
    ? { draft, test: 'is_not', values: [true] }
    : { draft, test: 'is_empty', values: [] };

class Answered extends ParsedOptions {
  constructor(private readonly parser: ArgumentParser) {
    super(() => parser.allOptions);
  }

  override member(name: string): Value {
    return this.parser.commandName(name) ?? super.member(name);
  }
}

function optionIn(call: Call, machine: Interpreter, after: number): Option | null {
  const named = (name: string) => call.rest.find((arg) => arg.name === name);
  const value = (name: string): Value | undefined => named(name)?.value();
  const names = call.rest.filter(({ name }) => name === null).map((arg) => knownTexts(arg.value()));
  const action = textOf(value('action')) ?? 'store';
  if (names.length === 0 || names.includes(null)) {
    machine.note(
      call.site,
      `The name of an argument, ${call.code ?? ''}, is only known when it runs, so it isn't asked for.`,
    );
    return null;
  }
  if (action === 'help' || action === 'version') return null;
  const all = names.flatMap((each) => each ?? []);
  const flag = longest(all.filter((name) => name.startsWith('-')));
  const isPositional = flag === '';
  const key = isPositional ? (all[0] ?? '') : plainFlag(flag);
  const draft = new Draft(call.site, 'add_argument', true);
  draft.name(key, 3);
  draft.description = helpOf(textOf(value('help')));
  const fallback = machine.inCase(null, () => value('default'));
  const isSwitch = /^store_(true|false|const)$/.test(action);
  const nargs = value('nargs');
  const count = numberOf(nargs);
  const isMany =
    textOf(nargs) === '*' || textOf(nargs) === '+' || (count !== null && count > 1) || action === 'append';
  const { expression } = named('default') ?? {};
  if (isSwitch) {
    draft.typeId = 'logical';
    draft.fallback = { literal: false };
    if (action === 'store_true' && isTrue(fallback)) return null;
  } else if (action === 'count') {
    draft.typeId = 'integer';
    takeDefault(draft, fallback ?? { kind: 'plain', value: 0, typeId: 'integer' }, null);
  } else {
    const told =
      types[textOf(value('type')) ?? ''] ??
      (fallback === undefined || jsonOf(fallback) === undefined ? null : typeOf(fallback));
    if (told !== null && told !== 'character') draft.become(told);
    takeDefault(draft, fallback, expression == null ? null : codeOf(expression));
    draft.isList = isMany;
    draft.booleans = ['TRUE', 'FALSE'];
    const choices = knownValues(value('choices'));
    if (choices !== null) draft.close(choices);
  }
  const isOptional = /^[?*]$/.test(textOf(nargs) ?? '') || draft.fallback !== null;
  draft.isRequired = isPositional ? !isOptional : isTrue(value('required'));
  const found: Found = isPositional
    ? { draft, way: { by: 'position' }, after }
    : isSwitch
      ? { draft, way: { by: 'switch', on: flag, off: null }, after }
      : { draft, way: { by: 'option', flag, shape: shapeOf(action, isMany) }, after };
  const dest = textOf(value('dest')) ?? key.replaceAll('-', '_');
  return { found, dest, isOpposite: action === 'store_false' };
}

const shapeOf = (action: string, isMany: boolean): 'value' | 'values' | 'repeated' | 'count' =>
  action === 'append' ? 'repeated' : action === 'count' ? 'count' : isMany ? 'values' : 'value';

const makeParser = native('...', (call, machine) => {
  const described = textOf(call.rest.find(({ name }) => name === 'description')?.value());
  const parser = new ArgumentParser(described);
  machine.stateOf(CommandLines).all.push(parser);
  return thingOf(parser);
});

export const argparseCalls: ReadonlyMap<string, Native> = new Map([['ArgumentParser', makeParser]]);
