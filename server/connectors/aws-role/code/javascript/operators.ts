import type { Node } from 'web-tree-sitter';
import { isField } from '../../../_shared/syntax/parse';
import { type Evidence, type Kind, meant, oneOf, only } from '../evidence';
import { kindOfExpression, textOf } from './literals';
import { evidenceOfInstance, evidenceOfTypeof } from './type-tests';

export function evidenceOfBinary(operation: Node, node: Node): Evidence[] {
  const operator = operation.childForFieldName('operator')?.text ?? '';
  const isLeft = isField(operation, 'left', node);
  if (operator === 'instanceof') return isLeft ? evidenceOfInstance(operation) : [];
  return evidenceOfOperator(operator, operation.childForFieldName(isLeft ? 'right' : 'left'), isLeft);
}

/** `total -= x`, and `x += 1` */
export function evidenceOfAugmented(assignment: Node, node: Node): Evidence[] {
  const operator = (assignment.childForFieldName('operator')?.text ?? '').replace(/=$/, '');
  const isLeft = isField(assignment, 'left', node);
  return evidenceOfOperator(operator, assignment.childForFieldName(isLeft ? 'right' : 'left'), isLeft);
}

function evidenceOfOperator(operator: string, other: Node | null, isLeft: boolean): Evidence[] {
  const kind = kindOfExpression(other);
  switch (operator) {
    case '+':
      // Anything can be added to a text.
      return kind === 'number' ? [only('number')] : [];
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
      return [only('number')];
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
    case '>>>':
      return [only('integer')];
    case 'in':
      return isLeft ? [] : [only('object')];
    case '==':
    case '!=':
      return kind === null ? [] : [looselyEqual(kind, other)];
    case '<':
    case '>':
    case '<=':
    case '>=':
    case '===':
    case '!==':
      return kind === null ? [] : [only(kind)];
    default:
      return [];
  }
}

/** With `==`, a number is equal to its text, and `true` to 1. */
function looselyEqual(kind: Kind, other: Node | null): Evidence {
  const text = textOf(other);
  const isText = text !== null && Number.isNaN(Number(text));
  return isText || !['number', 'string', 'boolean'].includes(kind)
    ? only(kind)
    : oneOf('number', 'string', 'boolean');
}

export function evidenceOfUnary(operation: Node): Evidence[] {
  switch (operation.childForFieldName('operator')?.text) {
    case '+':
      return [meant('number', ['number', 'string', 'boolean'])];
    case '-':
      return [only('number')];
    case '~':
      return [only('integer')];
    case 'typeof':
      return evidenceOfTypeof(operation);
    default:
      return [];
  }
}
