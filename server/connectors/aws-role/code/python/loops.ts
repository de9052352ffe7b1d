import type { Node } from 'web-tree-sitter';
import { isField, nodesIn } from '../../../_shared/syntax/parse';
import { type Evidence, meant, only } from '../evidence';
import { kindOfExpression } from './literals';

export const iterated = meant('array', ['array', 'string', 'object']);

/** A loop that reads `x[k]` for each k of x goes over the keys of an object; other loops mostly go over a list. */
export function evidenceOfLoop(loop: Node, looped: Node): Evidence {
  const left = loop.childForFieldName('left');
  const body = loop.type === 'for_statement' ? loop.childForFieldName('body') : loop.parent;
  if (left?.type !== 'identifier' || body === null) return iterated;
  for (const node of nodesIn(body)) {
    if (node.type === 'subscript' && isKeyOf(node, looped, left)) return only('object');
    if (node.type === 'identifier' && node.text === left.text && hasMembers(node)) return only('array');
  }
  return iterated;
}

/** The loop over what a call makes of its argument, as in `for k in sorted(x)`; null for any other call. */
export function loopOver(call: Node): Node | null {
  const { parent } = call;
  const isLoop = parent?.type === 'for_statement' || parent?.type === 'for_in_clause';
  return isLoop && isField(parent, 'right', call) ? parent : null;
}

const isKeyOf = (subscript: Node, looped: Node, name: Node): boolean =>
  subscript.childForFieldName('value')?.text === looped.text &&
  subscript.childForFieldName('subscript')?.text === name.text;

/** Whether the code reads a member of this value, as in `item['id']` and `item.get('id')`. */
export function hasMembers(item: Node): boolean {
  const { parent } = item;
  if (parent?.type === 'subscript' && isField(parent, 'value', item))
    return kindOfExpression(parent.childForFieldName('subscript')) === 'string';
  return parent?.type === 'attribute' && /^(get|items|keys|values)$/.test(methodOf(parent));
}

export const methodOf = (attribute: Node): string => attribute.childForFieldName('attribute')?.text ?? '';
