import type { Node } from 'web-tree-sitter';
import { nodesIn } from '../../_shared/syntax/parse';

/**
 * Whether the code goes on with a value as it is where it doesn't convert it, as in `int(v) if v.isdigit() else v`, or
 * where converting fails, as in `try { n = JSON.parse(v) } catch { n = v }`. Then the conversion says nothing of its type.
 */
export function isKeptElsewhere(value: Node): boolean {
  let at = value;
  for (let { parent } = at; parent !== null; { parent } = at) {
    const branches = branchesOf(parent);
    if (branches.some(({ id }) => id === at.id) && branches.some(({ text }) => text === value.text))
      return true;
    if (parent.type === 'try_statement' && parent.childForFieldName('body')?.id === at.id)
      return handlersOf(parent).some((handler) => isUsedIn(handler, value.text));
    at = parent;
  }
  return false;
}

/** The two values that a choice is between; none for anything else. */
function branchesOf(node: Node): Node[] {
  const [first, , last] = node.namedChildren;
  const branches =
    node.type === 'ternary_expression'
      ? [node.childForFieldName('consequence'), node.childForFieldName('alternative')]
      : node.type === 'conditional_expression'
        ? [first, last]
        : [];
  return branches.filter((each) => each !== null && each !== undefined);
}

const handlersOf = (statement: Node): Node[] =>
  statement.namedChildren.filter((child) => child !== null && /^(except|catch)/.test(child.type)) as Node[];

/** Whether code goes on with a value itself, rather than with what it makes of it, such as a message. */
function isUsedIn(handler: Node, text: string): boolean {
  for (const node of nodesIn(handler)) {
    const { parent } = node;
    if (node.text !== text || parent === null) continue;
    if (parent.type === 'return_statement') return true;
    if (/^assignment/.test(parent.type) && parent.childForFieldName('right')?.id === node.id) return true;
  }
  return false;
}
