import type { Node, TreeCursor } from 'web-tree-sitter';
import type { Span } from './ast';

/** A node of the parser, copied out of its memory, with only what the readers need. */
export interface RawNode extends Span {
  type: string;
  field: string | null;
  isNamed: boolean;
  children: RawNode[];
}

export interface RawTree {
  root: RawNode;
  comments: Map<number, string>;
  errorLine: number | null;
  /** Whether nodes were left out, because there are too many or they are nested too deep. */
  isCut: boolean;
}

/** A script of a megabyte has about this many nodes. */
const mostNodes = 600_000;
/** Deeper code is made by programs, and its readers would need too much stack. */
export const deepest = 200;

/** Copies a tree by walking it without recursion: code may be nested as deep as it likes. */
export function copyTree(root: Node, source: string): RawTree {
  const cursor = root.walk();
  const lineAt = lineCounter(source);
  const tree: RawTree = { root: nodeAt(cursor, lineAt), comments: new Map(), errorLine: null, isCut: false };
  const above: RawNode[] = [];
  let current = tree.root;
  let count = 1;
  for (;;) {
    const isDeep = above.length >= deepest || count >= mostNodes;
    if (!isDeep && cursor.gotoFirstChild()) {
      above.push(current);
    } else {
      if (isDeep && cursor.currentNode.childCount > 0) tree.isCut = true;
      while (!cursor.gotoNextSibling()) {
        if (above.pop() === undefined || !cursor.gotoParent()) return finish(cursor, tree);
      }
    }
    const parent = above.at(-1);
    if (parent === undefined) return finish(cursor, tree);
    current = nodeAt(cursor, lineAt);
    count += 1;
    if (current.type === 'comment') {
      tree.comments.set(current.line, source.slice(current.start, current.end).replace(/^#+\s?/, ''));
    } else {
      if (current.type === 'ERROR' || cursor.nodeIsMissing) tree.errorLine ??= current.line;
      parent.children.push(current);
    }
  }
}

function finish(cursor: TreeCursor, tree: RawTree): RawTree {
  cursor.delete();
  return tree;
}

function nodeAt(cursor: TreeCursor, lineAt: (offset: number) => number): RawNode {
  const start = cursor.startIndex;
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    isNamed: cursor.nodeIsNamed,
    start,
    end: cursor.endIndex,
    line: lineAt(start),
    children: [],
  };
}

/** Counts lines up to places that come in order, which is faster than asking the parser for each. */
function lineCounter(source: string): (offset: number) => number {
  let line = 1;
  let next = source.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = source.indexOf('\n', next + 1);
    }
    return line;
  };
}

export const childOf = (node: RawNode, field: string): RawNode | null =>
  node.children.find((child) => child.field === field) ?? null;

export const childrenOf = (node: RawNode, field: string): RawNode[] =>
  node.children.filter((child) => child.field === field && child.isNamed);

export const namedChildren = (node: RawNode): RawNode[] => node.children.filter(({ isNamed }) => isNamed);
