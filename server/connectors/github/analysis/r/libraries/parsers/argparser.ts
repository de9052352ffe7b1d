import { type FoundCommand, programOf } from '../../result/found';
import { codeOf } from '../../syntax/ast';
import { Draft } from '../../values/draft';
import {
  isTrue,
  jsonOf,
  knownTexts,
  native,
  nothing,
  numberOf,
  textOf,
  thingOf,
  typeOf,
  unknown,
} from '../../values/make';
import type { Call, Interpreter, Native, Thing, Value } from '../../values/value';
import {
  type CommandLine,
  CommandLines,
  helpOf,
  type Option,
  ParsedOptions,
  plainFlag,
  takeDefault,
  types,
} from './command-line';
import { OptionParser, parseOptions } from './optparse';

/** The parser of argparser, which takes several arguments at once. */
export class ArgParser implements Thing, CommandLine {
  isParsed = false;
  readonly options: Option[] = [];

  constructor(private readonly description: string | null) {}

  /** Code that gets it asks for nothing itself. */
  passedOn(): void {}

  get hasInputs(): boolean {
    return this.options.length > 0;
  }

  commands(): FoundCommand[] {
    return [
      programOf(
        this.options.map(({ found }) => found),
        this.description,
      ),
    ];
  }
}

const makeParser = native('description name hide.opts', (call, machine) => {
  const parser = new ArgParser(textOf(call.value('description')));
  machine.stateOf(CommandLines).all.push(parser);
  return thingOf(parser);
});

const addArgument = native('parser arg help default type nargs flag short', (call, machine) => {
  const parser = call.value('parser') ?? nothing;
  const names = knownTexts(call.value('arg') ?? nothing);
  if (parser.kind !== 'thing' || !(parser.thing instanceof ArgParser)) return parser;
  if (names === null)
    machine.note(
      call.site,
      `The name of an argument, ${call.code ?? ''}, is only known when it runs, so it isn't asked for.`,
    );
  for (const [at, name] of (names ?? []).entries()) {
    const option = optionIn(name, at, (names ?? []).length > 1, call, machine);
    if (option !== null) parser.thing.options.push(option);
  }
  return parser;
});

function optionIn(
  name: string,
  at: number,
  isOneOfMany: boolean,
  call: Call,
  machine: Interpreter,
): Option | null {
  const value = (formal: string): Value | undefined => {
    const all = machine.inCase(null, () => call.value(formal));
    return isOneOfMany && all?.kind === 'items' ? all.items[at]?.value : all;
  };
  if (/^-*help$/.test(name)) return null;
  const isPositional = !name.startsWith('-');
  const isFlag = isTrue(value('flag'));
  const draft = new Draft(call.site, 'add_argument', true);
  const key = plainFlag(name);
  draft.name(key, 3);
  draft.description = helpOf(textOf(value('help')));
  const fallback = value('default');
  const nargs = value('nargs');
  const count = numberOf(nargs);
  if (isFlag) {
    draft.typeId = 'logical';
    draft.fallback = { literal: false };
  } else {
    const isKnown = fallback !== undefined && fallback.kind !== 'na' && jsonOf(fallback) !== undefined;
    const told =
      types[textOf(value('type')) ?? ''] ??
      (isKnown ? typeOf(fallback) : fallback?.kind === 'na' ? fallback.typeId : null);
    if (told !== null && told !== 'character') draft.become(told);
    const { expression } = call.argument('default') ?? {};
    takeDefault(draft, fallback, expression == null ? null : codeOf(expression));
    draft.booleans = ['TRUE', 'FALSE'];
    draft.isList =
      (nargs !== undefined && count !== 1 && (count === null || count > 1)) || fallback?.kind === 'items';
    if (draft.isList) draft.divider = ',';
  }
  draft.isRequired = isPositional && draft.fallback === null && fallback?.kind !== 'na';
  return {
    found: {
      draft,
      way: isPositional
        ? { by: 'position' }
        : isFlag
          ? { by: 'switch', on: name, off: null }
          : { by: 'option', flag: name, shape: 'separate' },
      after: 0,
    },
    dest: key.replaceAll('-', '_'),
    isOpposite: false,
  };
}

/** optparse and argparser have a function of this name. */
const parseArgs = native(
  'object args print_help_and_exit positional_arguments convert_hyphens_to_underscores parser argv',
  (call) => {
    const parser = call.value('object') ?? call.value('parser') ?? nothing;
    if (parser.kind !== 'thing') return unknown;
    const { thing } = parser;
    if (thing instanceof OptionParser) return parseOptions(thing, call);
    if (!(thing instanceof ArgParser)) return unknown;
    thing.isParsed = true;
    return thingOf(new ParsedOptions(() => thing.options));
  },
);

export const argparserCalls: ReadonlyMap<string, Native> = new Map([
  ['arg_parser', makeParser],
  ['add_argument', addArgument],
  ['parse_args', parseArgs],
  ['parse_args2', parseArgs],
]);
