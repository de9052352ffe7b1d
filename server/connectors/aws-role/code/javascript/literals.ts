import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import type { Kind } from '../evidence';
import { literalOf } from '../literal';

/** The text of a string literal without escapes. */
export const stringOf = ({ text }: Node): string | null => (text.includes('\\') ? null : text.slice(1, -1));

/** The text of an expression that is a string literal; null for any other. */
export function textOf(node: Node | null): string | null {
  const value = node === null ? undefined : literalOf(node, stringOf);
  return typeof value === 'string' ? value : null;
}

const kindsOfLiterals: Readonly<Record<string, Kind>> = {
  string: 'string',
  template_string: 'string',
  number: 'number',
  true: 'boolean',
  false: 'boolean',
  array: 'array',
  object: 'object',
};

/** The kind of an expression that says it by itself; null for others, and for `null`. */
export function kindOfExpression(node: Node | null): Kind | null {
  if (node === null) return null;
  if (node.type === 'unary_expression' && /^[-+]/.test(node.text)) return 'number';
  return (Object.hasOwn(kindsOfLiterals, node.type) ? kindsOfLiterals[node.type] : null) ?? null;
}

/** The one kind of several expressions; null if they differ, or if one of them doesn't say it. */
export function commonKind(nodes: readonly (Node | null)[]): Kind | null {
  const [first = null, ...others] = new Set(nodes.map(kindOfExpression));
  return others.length === 0 ? first : null;
}

/** The expression whose value is this one's: without its parentheses, and with its default by `??` or `||`. */
export function outermost(node: Node): Node {
  let at = node;
  for (let { parent } = at; parent !== null; { parent } = at) {
    const isSame = parent.type === 'parenthesized_expression' || isDefaulted(parent, at);
    if (!isSame) return at;
    at = parent;
  }
  return at;
}

/** Whether this is the left side of `?? default` or `|| default`. */
export const isDefaulted = (parent: Node, node: Node): boolean =>
  parent.type === 'binary_expression' &&
  /^(\?\?|\|\|)$/.test(parent.childForFieldName('operator')?.text ?? '') &&
  isField(parent, 'left', node);
