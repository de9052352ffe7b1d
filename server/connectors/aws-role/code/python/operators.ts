import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import { type Evidence, oneOf, only } from '../evidence';
import { commonKind, kindOfExpression } from './literals';

export function evidenceOfBinary(operation: Node, node: Node): Evidence[] {
  const operator = operation.childForFieldName('operator')?.text ?? '';
  const isLeft = isField(operation, 'left', node);
  const other = operation.childForFieldName(isLeft ? 'right' : 'left');
  return evidenceOfOperator(operator, other, isLeft);
}

/** What an operator says about the operand next to another one. */
export function evidenceOfOperator(operator: string, other: Node | null, isLeft: boolean): Evidence[] {
  const kind = kindOfExpression(other);
  switch (operator) {
    case '+':
      return [kind === null ? oneOf('number', 'string', 'array') : only(kind)];
    case '-':
    case '/':
    case '//':
    case '**':
      return [only('number')];
    case '*':
      // A text is repeated so many times.
      return [only(kind === 'string' || kind === 'array' ? 'integer' : 'number')];
    case '%':
      return evidenceOfPercent(kind, isLeft);
    case '&':
    case '^':
    case '<<':
    case '>>':
      return [only('integer')];
    case '|':
      return kind === 'object' ? [only('object')] : [oneOf('number', 'object')];
    default:
      return [];
  }
}

/** The remainder of a number, or a text with places for values. */
function evidenceOfPercent(other: string | null, isLeft: boolean): Evidence[] {
  if (other === 'number') return [only('number')];
  return isLeft ? [oneOf('number', 'string')] : [];
}

const ordered = new Set(['<', '>', '<=', '>=']);
const equal = new Set(['==', '!=', 'is', 'is not']);

/** What a comparison says, also one with two operators such as `0 < x <= 10`. */
export function evidenceOfComparison(comparison: Node, node: Node): Evidence[] {
  const operands = comparison.namedChildren;
  const operators = comparison.childrenForFieldName('operators').map((each) => each.text);
  const at = operands.findIndex((each) => each?.id === node.id);
  return [
    ...betweenOperands(operators[at - 1], operands[at - 1] ?? null, false),
    ...betweenOperands(operators[at], operands[at + 1] ?? null, true),
  ];
}

function betweenOperands(operator: string | undefined, other: Node | null, isLeft: boolean): Evidence[] {
  if (operator === undefined || other === null) return [];
  if (operator === 'in' || operator === 'not in')
    return isLeft ? evidenceOfMembership(other) : [oneOf('string', 'array', 'object')];
  const kind = kindOfExpression(other);
  return kind !== null && (ordered.has(operator) || equal.has(operator)) ? [only(kind)] : [];
}

/** `x in ('a', 'b')`, and `x in 'abc'` */
function evidenceOfMembership(other: Node): Evidence[] {
  const isListed = ['tuple', 'list', 'set'].includes(other.type);
  const kind = isListed ? commonKind(other.namedChildren) : kindOfExpression(other);
  return kind === null || (!isListed && kind !== 'string') ? [] : [only(kind)];
}
