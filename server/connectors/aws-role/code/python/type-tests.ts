import type { Node } from 'web-tree-sitter';
import { anyType, type Evidence, only } from '../evidence';

const types: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  '(int, float)': 'number',
  '(float, int)': 'number',
  'int | float': 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
};

/**
 * What `isinstance(x, type)` says of x: its type, if the code goes on with that one only. Elsewhere the code works with
 * several types.
 */
export function evidenceOfTypeTest(call: Node, type: Node | null): Evidence[] {
  const named = type === null || !Object.hasOwn(types, type.text) ? undefined : types[type.text];
  return [named !== undefined && isDemanded(call) ? only(named) : anyType];
}

/** `assert isinstance(…)`, and `if not isinstance(…): raise …`, or `return …`. */
function isDemanded({ parent }: Node): boolean {
  if (parent?.type === 'assert_statement') return true;
  if (parent?.type !== 'not_operator') return false;
  let at = parent.parent;
  while (at?.type === 'parenthesized_expression' || (at !== null && isEither(at))) at = at.parent;
  if (at?.type !== 'if_statement') return false;
  const last = at.childForFieldName('consequence')?.namedChildren.at(-1);
  return last?.type === 'raise_statement' || last?.type === 'return_statement';
}

const isEither = (node: Node): boolean =>
  node.type === 'boolean_operator' && node.childForFieldName('operator')?.text === 'or';
