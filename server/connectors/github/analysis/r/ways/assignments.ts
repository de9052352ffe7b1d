import type { Node } from 'web-tree-sitter';
import { newInput } from '../../new-input';
import type { ScriptInput } from '../../script';
import { assignmentIn, calledName, lineOf } from '../code/nodes';
import type { RFile } from '../code/script';
import { constantOf, typeOfValue } from '../code/values';

/** Names that code uses for itself. */
const OWN = /^(\.|i$|j$|k$|n$|x$|y$|tmp|temp|count(er)?$|total$|result|res$|out$|output$|ret$|df$|data$)/;

/**
 * The values at the top of a script that are meant to be edited: literals that are assigned once, and not put together
 * from others.
 */
export function readAssignments(file: RFile): ScriptInput[] {
  const counts = new Map<string, number>();
  for (const node of file.root.descendantsOfType(['binary_operator', 'call', 'for_statement'])) {
    if (node === null) continue;
    const name =
      node.type === 'for_statement'
        ? node.childForFieldName('variable')?.text
        : (assignmentIn(node)?.name ?? changedName(node));
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return file.assignments.flatMap(({ name, value, node }): ScriptInput[] => {
    const literal = constantOf(value, null);
    const isTop =
      node.parent?.type === 'program' &&
      !/^(list|vector|character|numeric|integer|logical)\(/.test(value.text);
    if (
      literal === undefined ||
      !isTop ||
      counts.get(name) !== 1 ||
      OWN.test(name) ||
      !/^[A-Za-z][\w.]*$/.test(name)
    )
      return [];
    if (typeof literal === 'object' && literal !== null && !Array.isArray(literal)) return [];
    return [
      newInput({
        key: name,
        typeId: typeOfValue(literal, value) ?? (/^c\(/.test(value.text) ? 'vector<character>' : 'character'),
        defaultValue: literal,
        description: commentAt(node),
        passing: { by: 'assignment', name, code: value.text },
        from: { path: file.path, line: lineOf(node), what: 'assignment' },
      }),
    ];
  });
}

/** `x[1] <- 2`, `names(x) <- …`: the name that is changed. */
function changedName(node: Node): string | undefined {
  if (node.type !== 'binary_operator' || !/^(<-|<<-|=)$/.test(node.childForFieldName('operator')?.text ?? ''))
    return undefined;
  const target = node.childForFieldName('lhs');
  if (target?.type === 'call')
    return calledName(target) === '' ? undefined : target.descendantsOfType('identifier')[1]?.text;
  return target?.descendantsOfType('identifier')[0]?.text;
}

/** The comment on the same line, or the lines of comment right above. */
function commentAt(node: Node): string | null {
  const beside = node.nextNamedSibling;
  if (beside?.type === 'comment' && beside.startPosition.row === node.endPosition.row)
    return plain(beside.text);
  const lines: string[] = [];
  let row = node.startPosition.row;
  for (
    let at = node.previousNamedSibling;
    at?.type === 'comment' && at.startPosition.row === row - 1;
    at = at.previousNamedSibling
  ) {
    // A comment that stands after other code is about that.
    if (at.previousNamedSibling?.endPosition.row === at.startPosition.row) break;
    lines.unshift(plain(at.text) ?? '');
    row = at.startPosition.row;
  }
  const text = lines.join(' ').trim();
  return text === '' ? null : text;
}

function plain(comment: string): string | null {
  const text = comment
    .replace(/^#+['*]?\s*/, '')
    .replace(/[-=#*]{3,}/g, '')
    .trim();
  return text === '' ? null : text;
}
