import type { Node } from 'web-tree-sitter';

/** The line of the first place that isn't R, from 1, where what is missing counts as well; null if all of it is R. */
export function firstErrorLine(root: Node, text: string): number | null {
  const lines = [root.hasError ? errorLineIn(root) : null, crowdedLine(root, text)];
  const known = lines.filter((line) => line !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function errorLineIn(root: Node): number {
  let node = root;
  while (!node.isError && !node.isMissing) {
    const inner = node.children.find((child) => child?.hasError === true || child?.isMissing === true);
    if (inner == null) break;
    node = inner;
  }
  return node.startPosition.row + 1;
}

/** The first line with two statements and nothing between them, which the grammar lets pass. */
function crowdedLine(root: Node, text: string): number | null {
  for (const node of [root, ...root.descendantsOfType('braced_expression')]) {
    let before: Node | null = null;
    for (const child of node?.children ?? []) {
      if (child === null || child.type === 'comment') continue;
      const isNext = child.isNamed && before?.isNamed === true;
      if (isNext && !/[;\n]/.test(text.slice(before?.endIndex, child.startIndex)))
        return child.startPosition.row + 1;
      before = child;
    }
  }
  return null;
}
