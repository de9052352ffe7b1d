import type { Node } from 'web-tree-sitter';
import type { JsonValue } from '@/lib/base/json';

/**
 * A literal's value; undefined for anything else. The grammars of JavaScript and Python name the same kinds of literals
 * differently.
 *
 * @param stringOf the text of a string literal; null if it can't be told without running the code
 */
export function literalOf(node: Node, stringOf: (node: Node) => string | null): JsonValue | undefined {
  switch (node.type) {
    case 'string':
      return stringOf(node) ?? undefined;
    case 'number':
    case 'integer':
    case 'float': {
      const value = Number(node.text.replaceAll('_', ''));
      return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined;
    }
    case 'unary_expression':
    case 'unary_operator': {
      const operand = node.childForFieldName('argument');
      const isNegative = operand !== null && node.text.startsWith('-');
      const value = isNegative ? literalOf(operand, stringOf) : undefined;
      return typeof value === 'number' ? -value : undefined;
    }
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
    case 'none':
      return null;
    case 'array':
    case 'list':
      return node.namedChildCount === 0 ? [] : undefined;
    case 'object':
    case 'dictionary':
      return node.namedChildCount === 0 ? {} : undefined;
    default:
      return undefined;
  }
}
