import type { Way } from '../../../result/passing';
import { Draft } from '../../values/draft';
import { fallbackOf } from '../../values/join';
import { argument, isNone, isTrue, numberOf, textOf } from '../../values/make';
import type { CallArguments, Interpreter, Value } from '../../values/value';
import { closedValues, probeType } from '../probe-type';
import { expandHelp } from './help';
import { longestOf, type ParserArgument, withoutDashes } from './parser-argument';

const noInputs = new Set(['version', 'help']);
const switches = new Set(['store_true', 'store_false', 'store_const', 'append_const']);

/**
 * What `add_argument` tells; null if it adds nothing to ask for.
 *
 * @see https://docs.python.org/3/library/argparse.html#the-add-argument-method
 */
export function readArgument(
  args: CallArguments,
  machine: Interpreter,
  prefixes: string,
): ParserArgument | null {
  const { keywords, site } = args;
  const names = args.positional.map((value) => textOf(value));
  const flags = names.filter((name): name is string => name !== null && prefixes.includes(name.charAt(0)));
  const dest = textOf(keywords.get('dest')) ?? nameOf(names, flags);
  if (dest === null || names.includes(null)) {
    machine.note(
      site,
      `An argument wasn't read: its name${args.code(0) === null ? '' : `, "${args.code(0)}",`} is computed.`,
    );
    return null;
  }
  const action = actionOf(keywords.get('action'));
  if (noInputs.has(action)) return null;
  const help = keywords.get('help');
  if (isLibrary(help, 'SUPPRESS')) {
    machine.note(site, `"${flags[0] ?? dest}" isn't offered: the script hides it from its help.`);
    return null;
  }
  const draft = new Draft(site, 'add_argument', false);
  draft.key = flags.length === 0 ? dest : withoutDashes(longestOf(flags));
  const way = wayOf(action, flags, args, draft);
  readType(args, draft, machine, action);
  readDefault(args, draft, action);
  readRequired(args, draft, flags, machine);
  draft.description = expandHelp(textOf(help) ?? (help === undefined ? null : args.code('help')), draft);
  return { draft, flags, dest, way, exclusive: null };
}

function nameOf(names: readonly (string | null)[], flags: readonly string[]): string | null {
  const [first] = names;
  if (flags.length === 0) return first ?? null;
  const long = flags.find((flag) => flag.startsWith('--')) ?? flags[0] ?? '';
  return withoutDashes(long).replaceAll('-', '_');
}

/** The kind of an action. A class of its own may do anything, so it is taken to store its value. */
function actionOf(action: Value | undefined): string {
  if (action?.kind === 'library' && action.name.endsWith('BooleanOptionalAction')) return 'either';
  if (action?.kind === 'library' && /_Version|_Help/.test(action.name)) return 'help';
  return textOf(action) ?? 'store';
}

const isLibrary = (value: Value | undefined, name: string): boolean =>
  value?.kind === 'library' && value.name.endsWith(name);

function wayOf(action: string, flags: string[], args: CallArguments, draft: Draft): Way {
  const nargs = args.keywords.get('nargs');
  const word = textOf(nargs);
  const count = numberOf(nargs);
  const isMany =
    isLibrary(nargs, 'REMAINDER') || (word !== null && word !== '?') || (count !== null && count > 0);
  if (flags.length === 0) {
    draft.isList = isMany;
    return { by: 'position' };
  }
  const flag = longestOf(flags);
  if (action === 'either') {
    draft.typeId = 'bool';
    return { by: 'switch', on: flag, off: flag.startsWith('--') ? `--no-${flag.slice(2)}` : null };
  }
  if (switches.has(action) || count === 0) {
    draft.typeId = 'bool';
    return { by: 'switch', on: flag, off: null };
  }
  if (action === 'count') {
    draft.typeId = 'int';
    return { by: 'option', flag, shape: 'count' };
  }
  draft.isList = isMany || action === 'append' || action === 'extend';
  if (action === 'append' && !isMany) return { by: 'option', flag, shape: 'repeated' };
  return { by: 'option', flag, shape: isMany ? 'values' : 'value' };
}

function readType(
  { keywords, site, code }: CallArguments,
  draft: Draft,
  machine: Interpreter,
  action: string,
): void {
  const type = keywords.get('type');
  const name = textOf(type);
  if (name !== null) draft.typeId = optparseTypes[name] ?? null;
  else if (type !== undefined && !isNone(type)) probeType(type, draft, machine, site);
  const choices = keywords.get('choices');
  if (choices === undefined || isNone(choices)) return;
  const elements = machine.elements(choices, site);
  const closed = elements === null ? null : closedValues(elements);
  if (closed !== null) draft.choices = closed;
  else if (choices.kind !== 'thing' && action !== 'count')
    machine.note(site, `The choices of "${draft.key}" are computed: ${code('choices') ?? ''}.`);
}

/** The types that `optparse` names by texts. */
const optparseTypes: Readonly<Record<string, string>> = {
  int: 'int',
  long: 'int',
  float: 'float',
  complex: 'complex',
};

function readDefault({ keywords, code }: CallArguments, draft: Draft, action: string): void {
  const value = keywords.get('default');
  if (draft.typeId === 'bool' && action !== 'store' && action !== 'either') {
    // The switch is named after its flag, so leaving it out is its "no".
    draft.fallback = { literal: false };
    return;
  }
  if (value === undefined || isLibrary(value, 'SUPPRESS') || isNone(value)) return;
  const fallback = value.kind === 'subject' ? null : fallbackOf(value);
  const text = code('default');
  draft.fallback = fallback ?? (text === null ? null : { code: text });
}

function readRequired(args: CallArguments, draft: Draft, flags: string[], machine: Interpreter): void {
  if (flags.length === 0) {
    const nargs = textOf(args.keywords.get('nargs'));
    draft.isRequired = !(
      nargs === '?' ||
      nargs === '*' ||
      nargs === '...' ||
      isLibrary(args.keywords.get('nargs'), 'REMAINDER')
    );
    return;
  }
  const required = argument(args, 'required');
  if (required === undefined) return;
  draft.isRequired = isTrue(required) || machine.testOf(required).truth === true;
  if (draft.isRequired) draft.fallback = null;
  else if (machine.testOf(required).truth === null)
    machine.note(
      args.site,
      `"${draft.key}" may be required, depending on ${args.code('required') ?? 'the environment'}.`,
    );
}
