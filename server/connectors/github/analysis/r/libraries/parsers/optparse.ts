import type { FoundCommand } from '../../result/found';
import { programOf } from '../../result/found';
import { codeOf } from '../../syntax/ast';
import { Draft } from '../../values/draft';
import {
  isFalse,
  isTrue,
  itemsOf,
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
import { ArgvSlice } from '../argv/slice';
import { ArgvWords } from '../argv/words';
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

/** An option that `make_option` describes. */
class OptionThing implements Thing {
  constructor(readonly option: Option | null) {}

  /** Code that gets it asks for nothing itself. */
  passedOn(): void {}
}

/** The parser of optparse. */
export class OptionParser implements Thing, CommandLine {
  isParsed = false;
  readonly options: Option[] = [];
  readonly words = new ArgvWords('parse_args');
  hasWords = false;

  constructor(private readonly description: string | null) {}

  /** Code that gets it asks for nothing itself. */
  passedOn(): void {}

  get hasInputs(): boolean {
    return this.options.length > 0;
  }

  add(value: Value): void {
    if (value.kind === 'items') for (const item of value.items) this.add(item.value);
    if (value.kind !== 'thing' || !(value.thing instanceof OptionThing)) return;
    const { option } = value.thing;
    if (option !== null && !this.options.includes(option)) this.options.push(option);
  }

  commands(): FoundCommand[] {
    if (this.hasWords && this.words.places.size === 0 && this.words.rest === null) {
      const { draft } = {
        draft: this.words.restFrom(0, this.options[0]?.found.draft.site ?? nowhere, false),
      };
      draft.key ??= 'args';
    }
    return [programOf([...this.options.map(({ found }) => found), ...this.words.found()], this.description)];
  }
}

const nowhere = { path: '', line: 1 };

const optionFormals = 'opt_str action type dest default help metavar callback callback_args';

function optionIn(call: Call, machine: Interpreter): OptionThing {
  const flags = knownTexts(call.value('opt_str') ?? nothing);
  if (flags === null) {
    machine.note(
      call.site,
      `The flag of an option, ${call.code ?? ''}, is only known when it runs, so it isn't asked for.`,
    );
    return new OptionThing(null);
  }
  const flag = longest(flags);
  const action = textOf(call.value('action')) ?? 'store';
  const fallback = machine.inCase(null, () => call.value('default'));
  const typeId = types[textOf(call.value('type')) ?? ''] ?? null;
  const dest = textOf(call.value('dest')) ?? plainFlag(flag);
  const isSwitch = action === 'store_true' || action === 'store_false';
  const draft = new Draft(call.site, 'make_option', true);
  draft.name(plainFlag(flag), 3);
  draft.description = helpOf(textOf(call.value('help')));
  const { expression } = call.argument('default') ?? {};
  if (isSwitch) {
    draft.typeId = 'logical';
    draft.fallback = { literal: false };
  } else {
    const told = typeId ?? typeOfDefault(fallback);
    // Text may be made anything by the script.
    if (told !== null && told !== 'character') draft.become(told);
    takeDefault(draft, fallback, expression == null ? null : codeOf(expression));
    draft.booleans = ['TRUE', 'FALSE'];
  }
  // What is on anyway can't be switched on.
  if (action === 'store_true' && isTrue(fallback)) return new OptionThing(null);
  const calledBack = call.value('callback');
  if (calledBack?.kind === 'function') {
    const names = calledBack.definition.parameters.map((_, at) => ({
      name: null,
      expression: null,
      value: (): Value => (at === 2 ? { kind: 'subject', draft, part: 'whole' } : unknown),
    }));
    machine.inCase(null, () => machine.call(calledBack, names, call));
  }
  return new OptionThing({
    found: {
      draft,
      way: isSwitch ? { by: 'switch', on: flag, off: null } : { by: 'option', flag, shape: 'value' },
      after: 0,
    },
    dest,
    isOpposite: action === 'store_false' && !isFalse(fallback),
  });
}

const typeOfDefault = (value: Value | undefined): string | null =>
  value === undefined || value.kind === 'null' || jsonOf(value) === undefined ? null : typeOf(value);

const makeOption = native(optionFormals, (call, machine) => thingOf(optionIn(call, machine)));

const addOption = native(`object ${optionFormals}`, (call, machine) => {
  const object = call.value('object') ?? nothing;
  const first = call.value('opt_str');
  const isMade = first?.kind === 'thing';
  const made = isMade ? first : thingOf(optionIn(call, machine));
  if (object.kind === 'thing' && object.thing instanceof OptionParser) object.thing.add(made);
  else loose(machine).add(made);
  return object;
});

/** A parser whose making isn't known. */
function loose(machine: Interpreter): OptionParser {
  const { all } = machine.stateOf(CommandLines);
  const known = all.find((one) => one instanceof OptionParser);
  if (known instanceof OptionParser) return known;
  const made = new OptionParser(null);
  all.push(made);
  return made;
}

const makeParser = native(
  'usage option_list add_help_option prog description epilogue formatter',
  (call, machine) => {
    const parser = new OptionParser(textOf(call.value('description')) ?? null);
    const list = call.value('option_list');
    if (list !== undefined) parser.add(list);
    machine.stateOf(CommandLines).all.push(parser);
    return thingOf(parser);
  },
);

/** What `parse_args` of optparse answers. */
export function parseOptions(parser: OptionParser, call: Call): Value {
  parser.isParsed = true;
  const options = thingOf(new ParsedOptions(() => parser.options));
  const many = call.value('positional_arguments');
  const isTwofold = call.code?.startsWith('parse_args2') ?? false;
  if (!isTwofold && (many === undefined || isFalse(many))) return options;
  const known = many === undefined ? undefined : jsonOf(many);
  const least = Array.isArray(known) ? Number(known[0]) : (numberOf(many) ?? 0);
  parser.hasWords = true;
  parser.words.least = Math.max(parser.words.least, Number.isFinite(least) ? least : 0);
  return itemsOf(
    [
      { name: 'options', value: options },
      { name: 'args', value: thingOf(new ArgvSlice(parser.words, 0)) },
    ],
    true,
  );
}

export const optparseCalls: ReadonlyMap<string, Native> = new Map([
  ['make_option', makeOption],
  ['add_option', addOption],
  ['OptionParser', makeParser],
]);
