import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../_shared/syntax/parse';
import { type EventReads, type EventUse, type KeyRead, typeOfLiteral } from './event-keys';
import { followEvent, type PassOn } from './follow-event';
import { literalOf } from './literal';

const FUNCTIONS =
  /^(arrow_function|function_expression|function_declaration|generator_function|method_definition)$/;

const converters: Readonly<Record<string, string>> = {
  Number: 'number',
  parseInt: 'integer',
  parseFloat: 'number',
  BigInt: 'integer',
  Boolean: 'boolean',
  String: 'string',
  parse: 'string',
  Date: 'string:date-time',
};

/**
 * Which keys a JavaScript handler reads from its event: members, and destructuring with its defaults, also in functions
 * of the module that get the event. Null if the module lacks that function.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html
 */
export const readJavaScriptHandler = (root: Node, name: string): EventUse | null =>
  followEvent(name, {
    functions: functionsOf(root),
    parametersOf,
    readBody: (body, parameter, reads, passOn) => {
      const named = readPattern(parameter, reads);
      if (named !== null) readBody(body, named, reads, passOn);
    },
  });

/** The functions of a module by their names: declared, assigned to a variable, or assigned to an export. */
function functionsOf(root: Node): Map<string, Node> {
  const functions = new Map<string, Node>();
  const add = (name: string | undefined, value: Node | null) => {
    const found = value === null ? null : unwrapped(value);
    if (name !== undefined && found !== null && !functions.has(name)) functions.set(name, found);
  };
  for (const node of nodesIn(root)) {
    if (node.type === 'function_declaration') add(node.childForFieldName('name')?.text, node);
    if (node.type === 'variable_declarator')
      add(node.childForFieldName('name')?.text, node.childForFieldName('value'));
    if (node.type === 'assignment_expression') {
      const left = node.childForFieldName('left');
      if (left?.type === 'member_expression' && /^(module\.)?exports\b/.test(left.text))
        add(left.childForFieldName('property')?.text, node.childForFieldName('right'));
    }
  }
  return functions;
}

/** The function itself, where it is the first argument of a wrapper such as `middy(handler)`; null if it isn't one. */
function unwrapped(value: Node): Node | null {
  if (FUNCTIONS.test(value.type)) return value;
  if (value.type === 'parenthesized_expression') return unwrappedFirst(value);
  if (value.type !== 'call_expression') return null;
  const list = value.childForFieldName('arguments');
  return list === null ? null : unwrappedFirst(list);
}

function unwrappedFirst(node: Node): Node | null {
  const first = node.namedChild(0);
  return first !== null && FUNCTIONS.test(first.type) ? first : null;
}

function parametersOf(definition: Node): Node[] {
  const only = definition.childForFieldName('parameter');
  if (only !== null) return [only];
  return (definition.childForFieldName('parameters')?.namedChildren ?? []).flatMap((each) => each ?? []);
}

/** Reads `{ a, b = 1 }`. Returns the name if the whole event gets one, or else null. */
function readPattern(pattern: Node, reads: EventReads): string | null {
  if (pattern.type === 'identifier') return pattern.text;
  if (pattern.type === 'assignment_pattern') {
    const left = pattern.childForFieldName('left');
    return left === null ? null : readPattern(left, reads);
  }
  if (pattern.type !== 'object_pattern') return null;
  for (const part of pattern.namedChildren) if (part !== null) readPart(part, reads);
  return null;
}

function readPart(part: Node, reads: EventReads): void {
  switch (part.type) {
    case 'shorthand_property_identifier_pattern':
      reads.add({ key: part.text, isOptional: false, type: null });
      break;
    case 'object_assignment_pattern': {
      const key = part.childForFieldName('left')?.text ?? '';
      reads.add(withFallback({ key, isOptional: true, type: null }, part.childForFieldName('right')));
      break;
    }
    case 'pair_pattern': {
      const key = keyOf(part.childForFieldName('key'));
      const value = part.childForFieldName('value');
      if (key === null) break;
      if (value?.type === 'assignment_pattern')
        reads.add(withFallback({ key, isOptional: true, type: null }, value.childForFieldName('right')));
      else reads.add({ key, isOptional: false, type: value?.type === 'object_pattern' ? 'object' : null });
      break;
    }
    case 'rest_pattern':
      reads.isPassedOn = true;
      break;
  }
}

function withFallback(read: KeyRead, value: Node | null): KeyRead {
  const fallback = value === null ? undefined : literalOf(value, stringOf);
  if (fallback === undefined) return read;
  return { ...read, type: read.type ?? typeOfLiteral(fallback), fallback };
}

function readBody(body: Node, parameter: string, reads: EventReads, passOn: PassOn): void {
  const names = new Set([parameter]);
  for (const node of nodesIn(body)) {
    if (node.type === 'shorthand_property_identifier' && names.has(node.text)) reads.isPassedOn = true;
    if (node.type !== 'identifier' || !names.has(node.text)) continue;
    const parent = node.parent;
    switch (parent?.type) {
      case 'member_expression':
      case 'subscript_expression':
        if (isField(parent, 'object', node)) readMember(parent, reads);
        break;
      case 'variable_declarator': {
        const target = parent.childForFieldName('name');
        const named = target === null || !isField(parent, 'value', node) ? null : readPattern(target, reads);
        if (named !== null) names.add(named);
        break;
      }
      case 'arguments': {
        const callee = parent.parent?.childForFieldName('function')?.text ?? '';
        const isLogged = /^(console|logger|log)\.\w+$/.test(callee) || callee === 'JSON.stringify';
        if (!isLogged)
          passOn(
            callee,
            parent.namedChildren.findIndex((child) => child?.id === node.id),
          );
        break;
      }
      case 'spread_element':
      case 'return_statement':
      case 'pair':
        reads.isPassedOn = true;
        break;
    }
  }
}

/** `event.key` and `event['key']`, with the default of `??` and `||`. */
function readMember(member: Node, reads: EventReads): void {
  const key =
    member.type === 'member_expression'
      ? (member.childForFieldName('property')?.text ?? null)
      : keyOf(member.childForFieldName('index'));
  const { parent } = member;
  if (key === null || (parent?.type === 'assignment_expression' && isField(parent, 'left', member))) return;
  const isGuarded =
    parent?.type === 'binary_expression' &&
    isField(parent, 'left', member) &&
    /^(\?\?|\|\|)$/.test(parent.childForFieldName('operator')?.text ?? '');
  const isChained = parent?.childForFieldName('optional_chain') != null;
  const read: KeyRead = { key, isOptional: isGuarded || isChained, type: typeFrom(member) };
  reads.add(isGuarded ? withFallback(read, parent.childForFieldName('right')) : read);
}

/** What the code around a read says about its type. */
function typeFrom(read: Node): string | null {
  const { parent } = read;
  switch (parent?.type) {
    case 'arguments': {
      const call = parent.parent;
      const callee =
        (call?.childForFieldName('function') ?? call?.childForFieldName('constructor'))?.text ?? '';
      return converters[callee.split('.').at(-1) ?? ''] ?? null;
    }
    case 'member_expression': {
      if (!isField(parent, 'object', read)) return null;
      const property = parent.childForFieldName('property')?.text ?? '';
      if (/^(map|filter|forEach|reduce|length|some|every|find|join)$/.test(property)) return 'array';
      if (/^(toLowerCase|toUpperCase|trim|split|startsWith|endsWith|replace|padStart)$/.test(property))
        return 'string';
      return /^(toString|valueOf|toFixed)$/.test(property) ? null : 'object';
    }
    case 'for_in_statement':
      return isField(parent, 'right', read) ? 'array' : null;
    default:
      return null;
  }
}

/** A key as it is written, or as a string literal; null if it is computed. */
function keyOf(node: Node | null): string | null {
  if (node?.type === 'property_identifier') return node.text;
  const value = node === null ? undefined : literalOf(node, stringOf);
  return typeof value === 'string' ? value : null;
}

/** The text of a string literal without escapes. */
const stringOf = ({ text }: Node): string | null => (text.includes('\\') ? null : text.slice(1, -1));
