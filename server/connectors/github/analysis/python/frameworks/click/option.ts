import type { Way } from '../../../result/passing';
import { guessType } from '../../signature/parameters';
import { Draft } from '../../values/draft';
import { fallbackOf } from '../../values/join';
import { isNone, isTrue, jsonOf, numberOf, textOf } from '../../values/make';
import type { CallArguments, Interpreter, Value } from '../../values/value';
import { longestOf, withoutDashes } from '../argparse/parser-argument';
import type { CommandInput } from '../command-tree';
import { probeType } from '../probe-type';

/** The flags of an option, those that switch it off, and the name of its value. */
export interface Declarations {
  on: string[];
  off: string[];
  name: string | null;
}

/** `--shout/--no-shout`, `-v`, `'name'` */
export function readDeclarations(texts: readonly string[]): Declarations {
  const declared: Declarations = { on: [], off: [], name: null };
  for (const text of texts) {
    if (!/^[-/]/.test(text)) {
      declared.name = text;
      continue;
    }
    const [on = '', off = ''] = text.split(text.includes(';') ? ';' : '/').map((part) => part.trim());
    if (on !== '') declared.on.push(on);
    if (off !== '') declared.off.push(off);
  }
  return declared;
}

/**
 * `@click.option(…)`; null if it isn't offered.
 *
 * @see https://click.palletsprojects.com/en/stable/api/#click.Option
 */
export function readOption(args: CallArguments, machine: Interpreter): CommandInput | null {
  const { keywords, site } = args;
  const { on, off, name } = readDeclarations(args.positional.flatMap((value) => textOf(value) ?? []));
  const [first] = on;
  if (first === undefined && off.length === 0) {
    machine.note(site, `An option wasn't read: its name, "${args.code(0) ?? ''}", is computed.`);
    return null;
  }
  const flag = longestOf(on.length > 0 ? on : off);
  if (isTrue(keywords.get('hidden'))) {
    machine.note(site, `"${flag}" isn't offered: the script hides it from its help.`);
    return null;
  }
  const draft = new Draft(site, 'click.option', false);
  draft.key = withoutDashes(flag);
  draft.description = textOf(keywords.get('help'));
  draft.isSecret = isTrue(keywords.get('hide_input'));
  const way = wayOf(flag, off, args, draft);
  readValue(args, draft, way, machine);
  const prompts = keywords.get('prompt');
  const isPrompted =
    prompts !== undefined && (textOf(prompts) !== null || isTrue(prompts)) && draft.fallback === null;
  draft.isRequired = isTrue(keywords.get('required')) || (isPrompted && way.by !== 'switch');
  if (draft.isRequired) draft.fallback = null;
  const long = on.find((text) => text.startsWith('--')) ?? flag;
  return { name: name ?? withoutDashes(long).replaceAll('-', '_').toLowerCase(), draft, way };
}

function wayOf(flag: string, off: readonly string[], { keywords }: CallArguments, draft: Draft): Way {
  if (isTrue(keywords.get('count'))) {
    draft.typeId = 'int';
    draft.fallback = { literal: 0 };
    return { by: 'option', flag, shape: 'count' };
  }
  const isFlag = keywords.get('is_flag');
  if (off.length > 0 || isTrue(isFlag) || (keywords.has('flag_value') && isFlag === undefined)) {
    draft.typeId = 'bool';
    draft.fallback = { literal: false };
    return { by: 'switch', on: flag, off: off.length > 0 ? longestOf(off) : null };
  }
  const nargs = numberOf(keywords.get('nargs'));
  const type = keywords.get('type');
  const isTuple = type?.kind === 'items' && type.items.length > 1;
  const isMultiple = isTrue(keywords.get('multiple'));
  draft.isList = isMultiple || (nargs !== null && nargs > 1) || isTuple;
  return { by: 'option', flag, shape: isMultiple ? 'repeated' : draft.isList ? 'values' : 'value' };
}

/** The type, choices and default of an option or argument. */
export function readValue(
  { keywords, site, code }: CallArguments,
  draft: Draft,
  way: Way,
  machine: Interpreter,
): void {
  const type = keywords.get('type');
  if (way.by !== 'switch' && type !== undefined) takeClickType(type, draft, machine, site);
  const value = defaultOf(keywords.get('default'), machine, site);
  if (value === undefined || isNone(value)) return;
  if (way.by === 'switch') {
    const literal = jsonOf(value);
    // A switch with a value of its own is given or not, whatever that value is.
    if (typeof literal === 'boolean' && !keywords.has('flag_value')) draft.fallback = { literal };
    return;
  }
  const text = code('default');
  draft.fallback =
    (value.kind === 'subject' ? null : fallbackOf(value)) ?? (text === null ? null : { code: text });
  if (draft.typeId === null && draft.choices === null && type === undefined && !draft.isList)
    guessType(draft, value, null);
}

/** A default may be a function that computes it each time. */
function defaultOf(
  value: Value | undefined,
  machine: Interpreter,
  site: CallArguments['site'],
): Value | undefined {
  if (value?.kind !== 'function') return value;
  return machine.call(value, { positional: [], keywords: new Map(), isOpen: false, site, code: () => null });
}

function takeClickType(type: Value, draft: Draft, machine: Interpreter, site: CallArguments['site']): void {
  const element = type.kind === 'items' ? type.items[0] : type;
  if (element === undefined) return;
  if (element.kind === 'library' && element.name === 'bool') draft.typeId = 'bool';
  else probeType(element, draft, machine, site);
}
