import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import type { Kind } from '../evidence';

/** The text of a string literal; null for anything else, such as an f-string with values in it. */
export function stringOf(node: Node | null): string | null {
  if (node?.type !== 'string') return null;
  const parts = node.namedChildren;
  if (parts.some((part) => part?.type === 'interpolation')) return null;
  if (!/^[uU]?['"]/.test(node.text)) return null;
  const content = parts.filter((part) => part?.type === 'string_content').map((part) => part?.text ?? '');
  return content.join('').includes('\\') ? null : content.join('');
}

const kindsOfCalls: Readonly<Record<string, Kind>> = {
  int: 'number',
  float: 'number',
  len: 'number',
  round: 'number',
  abs: 'number',
  str: 'string',
  list: 'array',
  dict: 'object',
};

/** The kind of an expression that says it by itself; null for others, and for `None`. */
export function kindOfExpression(node: Node | null): Kind | null {
  switch (node?.type) {
    case 'string':
    case 'concatenated_string':
      return /^[a-z]*b/i.test(node.text) ? null : 'string';
    case 'integer':
    case 'float':
      return 'number';
    case 'unary_operator':
      return kindOfExpression(node.childForFieldName('argument'));
    case 'true':
    case 'false':
      return 'boolean';
    case 'list':
    case 'list_comprehension':
      return 'array';
    case 'dictionary':
    case 'dictionary_comprehension':
      return 'object';
    case 'call':
      return kindOfCall(node.childForFieldName('function')?.text ?? '');
    default:
      return null;
  }
}

const kindOfCall = (callee: string): Kind | null =>
  Object.hasOwn(kindsOfCalls, callee) ? (kindsOfCalls[callee] ?? null) : null;

/** The one kind of several expressions; null if they differ, or if one of them doesn't say it. */
export function commonKind(nodes: readonly (Node | null)[]): Kind | null {
  const [first = null, ...others] = new Set(nodes.map(kindOfExpression));
  return others.length === 0 ? first : null;
}

/** The expression whose value is this one's: without its parentheses, `x := …`, and the left side of `… or default`. */
export function outermost(node: Node): Node {
  let at = node;
  for (let { parent } = at; parent !== null && hasSameValue(parent, at); { parent } = at) at = parent;
  return at;
}

function hasSameValue(parent: Node, node: Node): boolean {
  if (parent.type === 'parenthesized_expression') return true;
  if (parent.type === 'named_expression') return isField(parent, 'value', node);
  return parent.type === 'boolean_operator' && isDefaulted(parent, node);
}

/** Whether this is the left side of `… or default`. */
export const isDefaulted = (parent: Node, node: Node): boolean =>
  parent.type === 'boolean_operator' &&
  parent.childForFieldName('operator')?.text === 'or' &&
  isField(parent, 'left', node);
