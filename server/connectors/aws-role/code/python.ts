import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../_shared/syntax/parse';
import { type EventReads, type EventUse, typeOfLiteral } from './event-keys';
import { followEvent, type PassOn } from './follow-event';
import { literalOf } from './literal';

/** Calls that say what type their argument has. */
const converters: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'number',
  Decimal: 'number',
  bool: 'boolean',
  str: 'string',
  list: 'array',
  sorted: 'array',
  enumerate: 'array',
  set: 'array',
  dict: 'object',
  UUID: 'string:uuid',
  fromisoformat: 'string:date-time',
  loads: 'string',
};

/**
 * Which keys a Python handler reads from its event: subscripts, `get` and `pop`, also in functions of the module that
 * get the event. Null if the module lacks that function.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html
 */
export const readPythonHandler = (root: Node, name: string): EventUse | null =>
  followEvent(name, { functions: functionsOf(root), parametersOf, readBody });

/** The functions of a module, with their names. */
function functionsOf(root: Node): Map<string, Node> {
  const functions = new Map<string, Node>();
  for (const statement of root.namedChildren) {
    const found =
      statement?.type === 'decorated_definition' ? statement.childForFieldName('definition') : statement;
    const name = found?.type === 'function_definition' ? found.childForFieldName('name')?.text : undefined;
    if (found !== null && found !== undefined && name !== undefined) functions.set(name, found);
  }
  return functions;
}

/** The names of a function's parameters, in order. */
function parametersOf(definition: Node): string[] {
  const list = definition.childForFieldName('parameters')?.namedChildren ?? [];
  return list.flatMap((parameter) => {
    if (parameter?.type === 'identifier') return parameter.text;
    const name = parameter?.childForFieldName('name') ?? parameter?.namedChild(0);
    return name?.type === 'identifier' ? name.text : [];
  });
}

function readBody(body: Node, parameter: string, reads: EventReads, passOn: PassOn): void {
  // Other names of the event: `data = event`.
  const names = new Set([parameter]);
  for (const node of nodesIn(body)) {
    if (node.type !== 'identifier' || !names.has(node.text)) continue;
    const parent = node.parent;
    switch (parent?.type) {
      case 'subscript':
        if (isField(parent, 'value', node)) readSubscript(parent, reads);
        break;
      case 'attribute':
        if (isField(parent, 'object', node)) readMethod(parent, reads);
        break;
      case 'comparison_operator':
        readMembership(parent, node, reads);
        break;
      case 'assignment': {
        const left = parent.childForFieldName('left');
        if (isField(parent, 'right', node) && left?.type === 'identifier') names.add(left.text);
        break;
      }
      case 'argument_list': {
        const callee = parent.parent?.childForFieldName('function')?.text ?? '';
        if (!/^(print|len|type|repr|isinstance|(log|logger|logging)\.\w+)$/.test(callee))
          passOn(callee, positionIn(parent, node));
        break;
      }
      case 'keyword_argument':
      case 'dictionary_splat':
      case 'return_statement':
        reads.isPassedOn = true;
        break;
    }
  }
}

const positionIn = (list: Node, node: Node): number =>
  list.namedChildren.findIndex((child) => child?.id === node.id);

/** `event['key']`, which fails without the key. */
function readSubscript(subscript: Node, reads: EventReads): void {
  const key = stringOf(subscript.childForFieldName('subscript'));
  if (key === null || isWritten(subscript)) return;
  reads.add({ key, isOptional: false, type: typeFrom(subscript) });
}

const isWritten = (subscript: Node): boolean =>
  subscript.parent?.type === 'assignment' && isField(subscript.parent, 'left', subscript);

/** `event.get('key', default)` and its like. */
function readMethod(attribute: Node, reads: EventReads): void {
  const call = attribute.parent;
  const method = attribute.childForFieldName('attribute')?.text ?? '';
  if (call?.type !== 'call' || !isField(call, 'function', attribute)) return;
  if (/^(items|values|keys|copy|update)$/.test(method)) reads.isPassedOn = true;
  if (!/^(get|pop|setdefault)$/.test(method)) return;
  const [first = null, second = null] = call.childForFieldName('arguments')?.namedChildren ?? [];
  const key = stringOf(first);
  if (key === null) return;
  const fallback = second === null ? undefined : literalOf(second, stringOf);
  const type = typeFrom(call) ?? (fallback === undefined ? null : typeOfLiteral(fallback));
  const isOptional = method !== 'pop' || second !== null;
  reads.add({ key, isOptional, type, ...(fallback === undefined ? {} : { fallback }) });
}

/** `'key' in event`, which works without the key. */
function readMembership(comparison: Node, node: Node, reads: EventReads): void {
  const [left = null, right = null] = comparison.namedChildren;
  const key = stringOf(left);
  if (right?.id !== node.id || key === null) return;
  reads.add({ key, isOptional: true, type: null });
}

/** What the code around a read says about its type. */
function typeFrom(read: Node): string | null {
  const parent = read.parent;
  switch (parent?.type) {
    case 'argument_list': {
      const callee = parent.parent?.childForFieldName('function')?.text ?? '';
      return converters[callee.split('.').at(-1) ?? ''] ?? null;
    }
    case 'subscript':
      if (!isField(parent, 'value', read)) return null;
      return parent.childForFieldName('subscript')?.type === 'string' ? 'object' : 'array';
    case 'attribute': {
      const method = parent.childForFieldName('attribute')?.text ?? '';
      if (/^(get|items|keys|values)$/.test(method)) return 'object';
      return /^(lower|upper|strip|split|startswith|endswith|replace|encode)$/.test(method) ? 'string' : null;
    }
    case 'for_statement':
    case 'for_in_clause':
      return isField(parent, 'right', read) ? 'array' : null;
    default:
      return null;
  }
}

/** The text of a string literal; null for anything else, such as an f-string with values in it. */
function stringOf(node: Node | null): string | null {
  if (node?.type !== 'string') return null;
  const parts = node.namedChildren;
  if (parts.some((part) => part?.type === 'interpolation')) return null;
  if (!/^[uU]?['"]/.test(node.text)) return null;
  const content = parts.filter((part) => part?.type === 'string_content').map((part) => part?.text ?? '');
  return content.join('').includes('\\') ? null : content.join('');
}
