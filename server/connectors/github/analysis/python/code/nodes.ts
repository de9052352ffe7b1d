import type { Node } from 'web-tree-sitter';

/** The arguments of a call: those by position, and those by name. */
export interface CallArguments {
  positional: Node[];
  named: Map<string, Node>;
}

export function argumentsOf(call: Node): CallArguments {
  const found: CallArguments = { positional: [], named: new Map() };
  for (const child of childrenOf(call.childForFieldName('arguments'))) {
    if (child.type === 'keyword_argument') {
      const name = child.childForFieldName('name')?.text;
      const value = child.childForFieldName('value');
      if (name !== undefined && value !== null) found.named.set(name, value);
    } else if (child.type !== 'comment') found.positional.push(child);
  }
  return found;
}

export const childrenOf = (node: Node | null): Node[] =>
  (node?.namedChildren ?? []).flatMap((each) => each ?? []);

/** `a.b.c` as it is written; an empty text for anything else. */
export function dottedName(node: Node | null): string {
  if (node === null) return '';
  const isName = node.type === 'identifier' || (node.type === 'attribute' && /^[\w.]+$/.test(node.text));
  return isName ? node.text : '';
}

/** The name of what is called: `argparse.ArgumentParser`. */
export const calledName = (call: Node): string => dottedName(call.childForFieldName('function'));

/** The last part of a dotted name. */
export const lastName = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);

/** From 1. */
export const lineOf = (node: Node): number => node.startPosition.row + 1;

/** Without the parentheses around it. */
export function bare(node: Node): Node {
  let at = node;
  while (at.type === 'parenthesized_expression') {
    const inner = at.namedChild(0);
    if (inner === null) break;
    at = inner;
  }
  return at;
}

/** The nearest node around one with one of these types; null if there is none. */
export function around(node: Node, types: readonly string[]): Node | null {
  for (let at = node.parent; at !== null; at = at.parent) if (types.includes(at.type)) return at;
  return null;
}

/** Code as one line that people can read. */
export const shortCode = (node: Node): string => node.text.replace(/\s+/g, ' ').slice(0, 200);
