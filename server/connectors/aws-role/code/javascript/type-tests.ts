import type { Node } from 'web-tree-sitter';
import { anyType, type Evidence, oneOf, only } from '../evidence';
import { textOf } from './literals';

const named: Readonly<Record<string, Evidence>> = {
  string: only('string'),
  number: only('number'),
  boolean: only('boolean'),
  object: oneOf('object', 'array'),
};

/**
 * What `typeof x !== 'string'` says of x: its type, if the code goes on with that one only. Elsewhere the code works with
 * several types.
 */
export function evidenceOfTypeof(operation: Node): Evidence[] {
  const comparison = operation.parent;
  if (comparison?.type !== 'binary_expression') return [];
  const name = textOf(comparison.childForFieldName('right')) ?? '';
  if (name === 'undefined') return [];
  const isRefused =
    /^!==?$/.test(comparison.childForFieldName('operator')?.text ?? '') && endsCode(comparison);
  const evidence = Object.hasOwn(named, name) ? named[name] : undefined;
  return [isRefused && evidence !== undefined ? evidence : anyType];
}

/** What `Array.isArray(x)` says of x, in the same way. */
export function evidenceOfTest(call: Node, evidence: Evidence): Evidence[] {
  const { parent } = call;
  const isRefused = parent?.type === 'unary_expression' && parent.text.startsWith('!') && endsCode(parent);
  return [isRefused ? evidence : anyType];
}

/** What `x instanceof Array` says of x, in the same way. JSON has no other classes. */
export function evidenceOfInstance(operation: Node): Evidence[] {
  const { parent } = operation;
  const isArray = operation.childForFieldName('right')?.text === 'Array';
  const test = parent?.type === 'parenthesized_expression' ? parent : operation;
  return isArray ? evidenceOfTest(test, only('array')) : [];
}

/** Whether a condition, or another one, ends the function with `throw` or `return`. */
function endsCode(condition: Node): boolean {
  let at = condition.parent;
  while (at?.type === 'parenthesized_expression' || (at !== null && isEither(at))) at = at.parent;
  if (at?.type !== 'if_statement') return false;
  const consequence = at.childForFieldName('consequence');
  const last = consequence?.type === 'statement_block' ? consequence.namedChildren.at(-1) : consequence;
  return last?.type === 'throw_statement' || last?.type === 'return_statement';
}

const isEither = (node: Node): boolean =>
  node.type === 'binary_expression' && node.childForFieldName('operator')?.text === '||';
