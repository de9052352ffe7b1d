import type { Node } from 'web-tree-sitter';
import { newInput } from '../../new-input';
import type { ScriptInput } from '../../script';
import type { PythonModule } from '../code/module';
import { around, bare, calledName, childrenOf, dottedName, lineOf } from '../code/nodes';
import type { PythonProject } from '../code/project';
import { constantOf, type Scope } from '../code/values';

/** One place of the arguments, from 0 for the first after the script. */
interface Place {
  at: number;
  isList: boolean;
  node: Node;
  name: string | null;
  typeId: string;
  isOptional: boolean;
  fallback: Node | null;
}

/** The inputs of code that reads `sys.argv` itself, by position. */
export function readArgv(project: PythonProject, module: PythonModule): ScriptInput[] {
  const scope: Scope = { project, module, locals: new Map() };
  const places: Place[] = [];
  const aliases = new Map([
    ['sys.argv', 1],
    ['argv', /from sys import .*\bargv\b/.test(module.root.text) ? 1 : Number.NaN],
  ]);
  // `args = sys.argv[1:]` is another name for them.
  for (const node of module.root.descendantsOfType('assignment')) {
    const right = node?.childForFieldName('right');
    const slice = /^sys\.argv\[(\d*):\]$/.exec(right?.text ?? '');
    const name = dottedName(node?.childForFieldName('left') ?? null);
    if (name !== '' && right?.text === 'sys.argv') aliases.set(name, 1);
    else if (name !== '' && slice !== null) aliases.set(name, 1 - Math.max(0, Number(slice[1] || 0)));
  }
  for (const node of module.root.descendantsOfType([
    'subscript',
    'assignment',
    'for_statement',
    'list_splat',
    'argument_list',
  ])) {
    if (node !== null) places.push(...placesAt(node, aliases));
  }
  const least = leastCount(module);
  const byPlace = new Map<string, Place>();
  for (const place of places) {
    const key = place.isList ? 'list' : String(place.at);
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, place);
    else {
      known.name ??= place.name;
      known.isOptional ||= place.isOptional;
      known.fallback ??= place.fallback;
      if (known.typeId === 'str') known.typeId = place.typeId;
    }
  }
  const single = [...byPlace.values()].filter(({ isList }) => !isList).sort((a, b) => a.at - b.at);
  const list = byPlace.get('list');
  const isCovered = list !== undefined && single.some(({ at }) => at >= list.at);
  const all = list === undefined || isCovered ? single : [...single.filter(({ at }) => at < list.at), list];
  return all.map((place, index) => inputAt(place, index, least, scope));
}

function inputAt(
  { at, isList, node, name, typeId, isOptional, fallback }: Place,
  index: number,
  least: number | null,
  scope: Scope,
): ScriptInput {
  const value = constantOf(fallback, scope);
  const isRequired = !isList && !isOptional && fallback === null && (least === null || at < least);
  const isFile = typeId === 'file';
  return newInput({
    key: name ?? (isList ? 'arguments' : `argument ${at + 1}`),
    typeId: isFile ? 'Path' : isList ? `list[${typeId}]` : typeId,
    isRequired: isList ? least !== null && least > at : isRequired,
    defaultValue: value ?? null,
    isFile,
    passing: { by: 'position', at: index, after: 0 },
    from: { path: scope.module.path, line: lineOf(node), what: 'sys.argv' },
  });
}

function placesAt(node: Node, aliases: ReadonlyMap<string, number>): Place[] {
  if (node.type === 'subscript') {
    const offset = aliases.get(node.childForFieldName('value')?.text ?? '');
    const index = node.childForFieldName('subscript');
    if (offset === undefined || Number.isNaN(offset) || index === null) return [];
    if (index.type === 'slice') {
      const from = Number(/^(\d*):/.exec(index.text)?.[1] || 0);
      return isUsedAsList(node) ? [place(node, Math.max(0, from - offset), true)] : [];
    }
    const at = /^\d+$/.test(index.text) ? Number(index.text) - offset : -1;
    return at < 0 || isWritten(node) ? [] : [place(node, at, false)];
  }
  if (node.type === 'assignment') return unpacked(node, aliases);
  if (node.type === 'for_statement') {
    const over = node.childForFieldName('right')?.text ?? '';
    const offset = aliases.get(over);
    return offset === undefined || over === 'sys.argv'
      ? []
      : [{ ...place(node, 1 - offset < 0 ? 0 : 0, true), name: null }];
  }
  return [];
}

/** `_, source, target = sys.argv`, and `a, b = sys.argv[1:3]`. */
function unpacked(node: Node, aliases: ReadonlyMap<string, number>): Place[] {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left === null || right === null || !/^(pattern_list|tuple_pattern|list_pattern)$/.test(left.type))
    return [];
  const slice = /^([\w.]+)\[(\d*):\d*\]$/.exec(right.text);
  const offset = aliases.get(slice?.[1] ?? right.text);
  if (offset === undefined || Number.isNaN(offset)) return [];
  const first = (slice === null ? 0 : Number(slice[2] || 0)) - offset;
  return childrenOf(left).flatMap((target, index): Place[] => {
    const at = first + index;
    const isList = target.type === 'list_splat_pattern';
    return at < 0 ? [] : [{ ...place(node, at, isList), name: target.text.replace(/^\*/, '') }];
  });
}

function place(node: Node, at: number, isList: boolean): Place {
  const outer = converted(node);
  const conditional = around(node, ['conditional_expression']);
  const condition = conditional === null ? null : childrenOf(conditional)[1];
  const isChecked = condition?.text.includes('len(') === true || condition?.text.includes('argv') === true;
  const target = targetOf(conditional ?? outer.node);
  const guard = around(node, ['if_statement']);
  const isGuarded =
    guard !== null &&
    /len\(\s*(sys\.)?\w*arg\w*\s*\)|^\s*(sys\.)?arg\w*(\[\d+:\])?\s*$/.test(
      guard.childForFieldName('condition')?.text ?? '',
    ) &&
    !endsHere(guard);
  return {
    at,
    isList,
    node,
    name: target,
    typeId: outer.typeId,
    isOptional: isChecked || isGuarded,
    fallback: isChecked && conditional !== null ? (childrenOf(conditional)[2] ?? null) : null,
  };
}

/** Whether a test of the count leaves the script, so that what follows it is not optional. */
const endsHere = (guard: Node): boolean =>
  /exit\(|\braise\b|\breturn\b/.test(guard.childForFieldName('consequence')?.text ?? '') &&
  guard.childForFieldName('alternative') === null &&
  /[<!]=?/.test(guard.childForFieldName('condition')?.text ?? '');

const converters: Readonly<Record<string, string>> = {
  int: 'int',
  float: 'float',
  Path: 'Path',
  'pathlib.Path': 'Path',
  open: 'file',
  'json.loads': 'dict',
  Decimal: 'Decimal',
};

/** What is made of an argument at once. */
function converted(node: Node): { node: Node; typeId: string } {
  let at = node;
  let typeId = 'str';
  for (let depth = 0; depth < 4; depth += 1) {
    const call = at.parent?.type === 'argument_list' ? at.parent.parent : null;
    const name = call === null ? '' : calledName(call);
    const known = converters[name];
    if (call === null || known === undefined || childrenOf(at.parent)[0]?.id !== at.id) break;
    const isWrite = name === 'open' && /['"][wax]/.test(call.text);
    typeId = isWrite ? 'Path' : typeId === 'str' ? known : typeId;
    at = call;
  }
  return { node: at, typeId };
}

/** The name that a value is given: of a variable, or of an argument by name. */
function targetOf(node: Node): string | null {
  let at: Node | null = node;
  for (let depth = 0; at !== null && depth < 6; depth += 1) {
    const parent: Node | null = at.parent;
    if (parent?.type === 'assignment')
      return dottedName(parent.childForFieldName('left')).replace(/^self\./, '') || null;
    if (parent?.type === 'keyword_argument') return parent.childForFieldName('name')?.text ?? null;
    if (
      parent === null ||
      !/^(argument_list|call|attribute|parenthesized_expression|conditional_expression|boolean_operator)$/.test(
        parent.type,
      )
    )
      return null;
    at = parent;
  }
  return null;
}

const isWritten = (node: Node): boolean =>
  node.parent?.type === 'assignment' && node.parent.childForFieldName('left')?.id === node.id;

/** Whether a slice is more than another name for the arguments. */
function isUsedAsList(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'assignment') return parent.childForFieldName('left')?.type === 'identifier';
  if (parent?.type !== 'argument_list')
    return parent?.type === 'for_statement' || parent?.type === 'for_in_clause';
  return !/len|print|parse_args|main|getopt/.test(calledName(bare(parent.parent ?? parent)));
}

/** How many arguments there have to be at least, by `if len(sys.argv) < 3: …exit`; null if nothing says so. */
function leastCount(module: PythonModule): number | null {
  for (const node of module.root.descendantsOfType('if_statement')) {
    const condition = node?.childForFieldName('condition')?.text ?? '';
    const stops = /exit\(|\braise\b|\breturn\b|usage/i.test(
      node?.childForFieldName('consequence')?.text ?? '',
    );
    const [, what = '', operator = '', count = ''] =
      /len\(\s*((?:sys\.)?\w+)\s*\)\s*(<=|<|!=)\s*(\d+)/.exec(condition) ?? [];
    if (!stops || count === '') continue;
    const script = /argv$/.test(what) ? 1 : 0;
    return Number(count) - script + (operator === '<=' ? 1 : 0);
  }
  return null;
}
