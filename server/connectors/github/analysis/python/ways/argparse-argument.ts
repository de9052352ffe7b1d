import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';
import { newInput, plainText, pythonChoice } from '../../new-input';
import type { OptionForm, ScriptInput } from '../../script';
import { argumentsOf, dottedName, lastName, lineOf, shortCode } from '../code/nodes';
import { convertedType, typeOfValue } from '../code/types';
import { constantOf, type Scope } from '../code/values';

/** An argument of a parser, before its place among others is known. */
export interface ParserArgument {
  /** Where its value goes: `args.dest`. */
  dest: string;
  isPositional: boolean;
  input: Omit<ScriptInput, 'passing'>;
  form: OptionForm;
  flag: string;
}

const NOT_ASKED = new Set(['help', 'version']);

/** What `add_argument(…)` says; null for arguments that nobody fills in, and for what can't be told. */
export function readArgument(call: Node, scope: Scope): ParserArgument | null {
  const { positional, named } = argumentsOf(call);
  const names = positional.flatMap((each) => {
    const value = constantOf(each.type === 'list_splat' ? each.namedChild(0) : each, scope);
    return typeof value === 'string'
      ? [value]
      : Array.isArray(value)
        ? value.filter((name) => typeof name === 'string')
        : [];
  });
  const value = (name: string) => constantOf(named.get(name), scope);
  const flags = names.filter((name) => /^[-+/]/.test(name));
  const given = value('dest');
  const flag = flags.reduce((longest, each) => (isBetter(each, longest) ? each : longest), flags[0] ?? '');
  const dest =
    typeof given === 'string' ? given : (flag || names[0] || '').replace(/^-+/, '').replaceAll('-', '_');
  const help = value('help');
  const action = actionOf(named.get('action'), scope);
  if (dest === '' || NOT_ASKED.has(action) || /SUPPRESS$/.test(named.get('help')?.text ?? '')) return null;
  const isPositional = flags.length === 0;
  const known = convertedType(named.get('type'), scope);
  const choices = value('choices');
  const rawDefault = named.get('default');
  const fallback = /SUPPRESS$/.test(rawDefault?.text ?? '') ? null : constantOf(rawDefault, scope);
  const from = { path: scope.module.path, line: lineOf(call), what: 'add_argument' };
  const metavar = value('metavar');
  const told = {
    key: isPositional
      ? typeof metavar === 'string' && names.length === 0
        ? metavar
        : dest
      : flag.replace(/^[-+/]+/, ''),
    description: typeof help === 'string' ? helpText(help, fallback) : null,
    defaultExpression: rawDefault !== undefined && fallback === undefined ? shortCode(rawDefault) : null,
    from,
  };
  const isSwitch =
    action === 'store_true' ||
    action === 'store_false' ||
    action === 'BooleanOptionalAction' ||
    action === 'store_const';
  if (isSwitch) {
    const isOff = action === 'store_false';
    const isBoth = action === 'BooleanOptionalAction';
    // A flag that switches off is asked for as what it does: leaving it out keeps the default.
    const isOn = typeof fallback === 'boolean' && !isOff ? fallback : false;
    return {
      dest,
      isPositional: false,
      flag,
      form: { kind: 'switch', on: flag, off: isBoth ? flag.replace(/^--/, '--no-') : null },
      input: bare({
        ...told,
        typeId: 'bool',
        defaultValue: isBoth && typeof fallback !== 'boolean' ? null : isOn,
        isRequired: false,
      }),
    };
  }
  if (action === 'count') {
    return {
      dest,
      isPositional: false,
      flag,
      form: { kind: 'count' },
      input: bare({
        ...told,
        typeId: 'int',
        defaultValue: typeof fallback === 'number' ? fallback : 0,
        isRequired: false,
      }),
    };
  }
  const nargs =
    value('nargs') ??
    (/REMAINDER$/.test(named.get('nargs')?.text ?? '')
      ? '*'
      : /PARSER$/.test(named.get('nargs')?.text ?? '')
        ? '+'
        : undefined);
  const isAppended = action === 'append' || action === 'extend';
  const isMany = isAppended || nargs === '*' || nargs === '+' || (typeof nargs === 'number' && nargs >= 1);
  const ofChoices = Array.isArray(choices)
    ? choices
    : choices !== null && typeof choices === 'object'
      ? Object.keys(choices)
      : null;
  const element =
    ofChoices === null ? (known?.typeId ?? elementType(fallback) ?? 'str') : pythonChoice(ofChoices);
  const isList = known?.typeId.startsWith('list') === true;
  const requiredCode = named.get('required');
  const isRequired = isPositional
    ? nargs !== '?' && nargs !== '*' && (rawDefault === undefined || nargs === '+')
    : value('required') === true ||
      (requiredCode !== undefined && value('required') === undefined && rawDefault === undefined);
  // `bool` itself takes every text but the empty one for true.
  const text = plainText(
    named.get('type')?.text === 'bool' ? ['True', ''] : ['true', 'false'],
    isList && !isMany ? (known?.divider ?? ',') : null,
  );
  return {
    dest,
    isPositional,
    flag,
    form: isMany
      ? { kind: isAppended && nargs === undefined ? 'repeated' : 'values', text }
      : { kind: 'value', text },
    input: bare({
      ...told,
      typeId: isMany && !isList ? `list[${element}]` : element,
      defaultValue: fallbackFor(fallback, isMany || isList, known?.divider),
      isRequired,
      isFile: known?.isFile === true && !isMany,
    }),
  };
}

function bare(told: Omit<Parameters<typeof newInput>[0], 'passing'>): Omit<ScriptInput, 'passing'> {
  const { passing: _, ...input } = newInput({ ...told, passing: { by: 'position', at: 0, after: 0 } });
  return input;
}

/** Long flags are better than short ones, and of two long ones, the longer. */
const isBetter = (flag: string, than: string): boolean =>
  flag.startsWith('--') === than.startsWith('--')
    ? flag.startsWith('--') && flag.length > than.length
    : flag.startsWith('--');

function actionOf(node: Node | undefined, scope: Scope): string {
  if (node === undefined) return 'store';
  const value = constantOf(node, scope);
  return typeof value === 'string' ? value : lastName(dottedName(node));
}

const elementType = (fallback: JsonValue | undefined): string | null => {
  const type = typeOfValue(fallback);
  // Without `type=`, what is typed stays text, whatever the default is; a number is meant to be one.
  if (type === 'int' || type === 'float') return type;
  return /^list\[(int|float)\]$/.exec(type ?? '')?.[1] ?? null;
};

/** A default as its input has it: a list where it takes several. */
function fallbackFor(
  fallback: JsonValue | undefined,
  isMany: boolean,
  divider: string | undefined,
): JsonValue {
  if (fallback === undefined || fallback === null) return null;
  if (!isMany || Array.isArray(fallback)) return fallback;
  return typeof fallback === 'string' && divider !== undefined ? fallback.split(divider) : [fallback];
}

/** `%(default)s` and `%%` in a help text. */
export function helpText(help: string, fallback: JsonValue | undefined): string {
  const shown =
    fallback === undefined || fallback === null
      ? 'none'
      : typeof fallback === 'object'
        ? JSON.stringify(fallback)
        : String(fallback);
  return help
    .replace(/%\(default\)[srd]/g, () => shown)
    .replaceAll('%(prog)s', 'the script')
    .replaceAll('%%', '%')
    .replace(/\s+/g, ' ')
    .trim();
}
