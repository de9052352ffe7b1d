import type { Node } from 'web-tree-sitter';
import { newInput, plainText } from '../../new-input';
import type { ScriptInput } from '../../script';
import { argumentsOf, around, assignmentIn, calledName, callsIn, childrenOf, lineOf } from '../code/nodes';
import type { RFile, RScript } from '../code/script';
import { constantOf, typeOfValue } from '../code/values';
import type { Checks } from './checks';

const converters: Readonly<Record<string, string>> = {
  'as.integer': 'integer',
  'as.numeric': 'numeric',
  'as.double': 'numeric',
  'as.logical': 'logical',
  'as.Date': 'Date',
};
const READERS = /^(read\.\w+|read_\w+|readRDS|fread|readLines|fromJSON|file)$/;

interface Place {
  name: string | null;
  typeId: string;
  isOptional: boolean;
  fallback: Node | null;
  node: Node;
  isFile: boolean;
}

/** The arguments that a script takes from `commandArgs()` itself, by position and by name. */
export function readArgv(script: RScript, checks: Checks): ScriptInput[] {
  return script.files.flatMap((file) => readFile(file, script, checks));
}

function readFile(file: RFile, script: RScript, checks: Checks): ScriptInput[] {
  const aliases = new Set(
    file.root.descendantsOfType(['binary_operator']).flatMap((node) => {
      const assigned = node === null ? null : assignmentIn(node);
      return assigned !== null &&
        /\bcommandArgs\(/.test(assigned.value.text) &&
        !/commandArgs\([^)]*\)\s*\[/.test(assigned.value.text) &&
        !/parse_args/.test(assigned.value.text)
        ? [assigned.name]
        : [];
    }),
  );
  const direct = /commandArgs\([^)]*\)\s*\[\[?\s*\d/.test(file.root.text);
  if (aliases.size === 0 && !direct) return [];
  const isArguments = (node: Node | null): boolean =>
    node !== null && (aliases.has(node.text) || /^commandArgs\(/.test(node.text));
  const least = leastCount(file, aliases);
  const places = new Map<number, Place>();
  const named: ScriptInput[] = [];
  let list: Node | null = null;
  for (const node of file.root.descendantsOfType(['subset', 'subset2', 'for_statement', 'call'])) {
    if (node === null) continue;
    if (node.type === 'for_statement' && isArguments(node.childForFieldName('sequence'))) list ??= node;
    if (node.type === 'call') {
      const input = namedArgument(node, isArguments, file);
      if (input !== null && !named.some(({ key }) => key === input.key)) named.push(input);
      if (
        /^(lapply|sapply|vapply|map|walk|for_each|purrr)/.test(calledName(node)) &&
        isArguments(argumentsOf(node)[0]?.value ?? null)
      )
        list ??= node;
    }
    if (node.type !== 'subset' && node.type !== 'subset2') continue;
    if (!isArguments(node.childForFieldName('function'))) continue;
    const index = argumentsOf(node)[0]?.value ?? null;
    const at = constantOf(index, script);
    if (typeof at === 'number' && at >= 1) {
      const place = placeOf(node, aliases);
      const known = places.get(at - 1);
      if (known === undefined) places.set(at - 1, place);
      else {
        known.name ??= place.name;
        known.isOptional ||= place.isOptional;
        known.fallback ??= place.fallback;
        if (known.typeId === 'character') known.typeId = place.typeId;
      }
    } else if (/^-1$|:\s*length\(|^\d+:length/.test(index?.text ?? '')) list ??= node;
  }
  const single = [...places].sort(([a], [b]) => a - b);
  const inputs = single.map(([at, place], index): ScriptInput => {
    const value = constantOf(place.fallback, script);
    const name = place.name ?? `argument ${at + 1}`;
    const choices = checks.choices.get(name);
    return newInput({
      key: name,
      typeId:
        choices ??
        (place.typeId === 'character' && value !== undefined
          ? (typeOfValue(value, place.fallback) ?? 'character')
          : place.typeId),
      isRequired: !place.isOptional && place.fallback === null && (least === null || at < least),
      defaultValue: value ?? null,
      isFile: place.isFile && value === undefined,
      passing: { by: 'position', at: index, after: 0 },
      from: { path: file.path, line: lineOf(place.node), what: 'commandArgs' },
    });
  });
  const all = [...inputs, ...named];
  if (list === null || (inputs.length > 0 && list.type === 'call' && named.length > 0) || named.length > 0)
    return all;
  const rest = newInput({
    key: 'arguments',
    typeId: 'vector<character>',
    isRequired: inputs.length === 0 && least !== null && least > 0,
    passing: { by: 'position', at: inputs.length, after: 0 },
    from: { path: file.path, line: lineOf(list), what: 'commandArgs' },
  });
  return [...all, rest];
}

function placeOf(node: Node, aliases: ReadonlySet<string>): Place {
  let at = node;
  let typeId = 'character';
  let isFile = false;
  for (let depth = 0; depth < 4; depth += 1) {
    const call: Node | null = at.parent?.type === 'argument' ? (at.parent.parent?.parent ?? null) : null;
    if (call?.type !== 'call') break;
    const name = calledName(call);
    const isFirst = argumentsOf(call)[0]?.value?.id === at.id;
    if (!isFirst || (converters[name] === undefined && !READERS.test(name))) break;
    if (READERS.test(name)) isFile = true;
    typeId = typeId === 'character' ? (converters[name] ?? typeId) : typeId;
    at = call;
  }
  const test = around(node, ['if_statement']);
  const isChecked =
    test !== null &&
    new RegExp(`length\\(\\s*(${[...aliases].join('|') || 'args'})\\s*\\)|is\\.na\\(`).test(
      test.childForFieldName('condition')?.text ?? '',
    ) &&
    !/\bstop\(|\bquit\(/.test(test.childForFieldName('consequence')?.text ?? '');
  const parent = at.parent;
  const outer = isChecked && isValueOf(test, at) ? test : (ifelseAround(at) ?? at);
  const assigned = outer.parent === null ? null : assignmentIn(outer.parent);
  const inBlock = parent === null ? null : assignmentIn(parent);
  const fallback =
    isChecked && test !== null ? otherValue(test, at, assigned?.name ?? inBlock?.name ?? null) : null;
  const isIfelse = outer !== at && outer.type === 'call';
  return {
    name: assigned?.name ?? inBlock?.name ?? null,
    typeId,
    isOptional: isChecked || isIfelse,
    fallback: isIfelse ? (argumentsOf(outer)[2]?.value ?? null) : fallback,
    node,
    isFile,
  };
}

/** `ifelse(length(args) > 1, args[2], 10)`. */
function ifelseAround(node: Node): Node | null {
  const call = node.parent?.type === 'argument' ? (node.parent.parent?.parent ?? null) : null;
  return call?.type === 'call' && /^if_?else$/.test(calledName(call)) ? call : null;
}

/** Whether an `if` is used as a value, and this is one of its sides. */
const isValueOf = (test: Node | null, node: Node): boolean =>
  test !== null &&
  [test.childForFieldName('consequence'), test.childForFieldName('alternative')].some(
    (side) =>
      side?.id === node.id ||
      (side?.type === 'braced_expression' &&
        side.namedChildCount === 1 &&
        side.namedChild(0)?.id === node.id),
  );

/** What a name is where there is no argument: the other side of the test, or an assignment before it. */
function otherValue(test: Node, node: Node, name: string | null): Node | null {
  const [yes, no] = [test.childForFieldName('consequence'), test.childForFieldName('alternative')];
  const isInside = (side: Node | null) =>
    side !== null && node.startIndex >= side.startIndex && node.endIndex <= side.endIndex;
  const other = isInside(yes) ? no : yes;
  const inner = other?.type === 'braced_expression' ? other.namedChild(0) : other;
  if (inner !== null && inner !== undefined) return assignmentIn(inner)?.value ?? inner;
  if (name === null) return null;
  for (let at = test.previousNamedSibling; at !== null; at = at.previousNamedSibling) {
    const assigned = assignmentIn(at);
    if (assigned?.name === name) return assigned.value;
  }
  return null;
}

/** `sub("--name=", "", grep("^--name=", args, value = TRUE))`, and `args[which(args == "--name") + 1]`. */
function namedArgument(
  call: Node,
  isArguments: (node: Node | null) => boolean,
  file: RFile,
): ScriptInput | null {
  const name = calledName(call);
  const all = argumentsOf(call);
  if (!/^(grep|grepl|startsWith|str_detect|which|match|get_arg|getArg|parse_arg)$/.test(name)) return null;
  const texts = all.flatMap(({ value }) =>
    value?.type === 'string'
      ? [value.text.slice(1, -1)]
      : value?.type === 'binary_operator'
        ? childrenOf(value).flatMap((each) => (each.type === 'string' ? [each.text.slice(1, -1)] : []))
        : [],
  );
  const flag = texts.map((text) => /^\^?(--?[\w-]+)(=)?/.exec(text)).find((found) => found !== null);
  if (
    flag === undefined ||
    flag === null ||
    !all.some(({ value }) => isArguments(value) || childrenOf(value).some((each) => isArguments(each)))
  )
    return null;
  const [, option = '', isJoined] = flag;
  if (/^--?(help|h|version)$/.test(option)) return null;
  const around_ = around(call, ['if_statement']);
  const isSwitch =
    name === 'which' || isJoined !== undefined
      ? false
      : new RegExp(`["']${option}["']`).test(around_?.childForFieldName('condition')?.text ?? '') &&
        !/\[/.test(around_?.text ?? '');
  const text = plainText(['TRUE', 'FALSE']);
  return newInput({
    key: option.replace(/^-+/, ''),
    typeId: isSwitch ? 'logical' : 'character',
    defaultValue: isSwitch ? false : null,
    passing: {
      by: 'option',
      flag: option,
      after: 0,
      form: isSwitch
        ? { kind: 'switch', on: option, off: null }
        : isJoined === undefined
          ? { kind: 'separate', text }
          : { kind: 'value', text },
    },
    from: { path: file.path, line: lineOf(call), what: 'commandArgs' },
  });
}

/** How many arguments there have to be, by `if (length(args) < 2) stop(…)`; null if nothing says so. */
function leastCount(file: RFile, aliases: ReadonlySet<string>): number | null {
  for (const node of file.root.descendantsOfType('if_statement')) {
    const condition = node?.childForFieldName('condition')?.text ?? '';
    const stops = /\b(stop|quit|q)\s*\(/.test(node?.childForFieldName('consequence')?.text ?? '');
    const [, name = '', operator = '', count = ''] =
      /length\(\s*(\w+)\s*\)\s*(<=|<|!=|==)\s*(\d+)/.exec(condition) ?? [];
    if (!stops || !aliases.has(name)) continue;
    if (operator === '==' && count === '0') return 1;
    if (operator === '<' || operator === '!=') return Number(count);
    if (operator === '<=') return Number(count) + 1;
  }
  const [, counted = ''] =
    /stopifnot\(\s*length\(\s*\w+\s*\)\s*(?:==|>=)\s*(\d+)/.exec(
      callsIn(file.root)
        .map(({ text }) => text)
        .find((text) => text.startsWith('stopifnot')) ?? '',
    ) ?? [];
  return counted === '' ? null : Number(counted);
}
