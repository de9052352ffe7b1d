import { withSyntaxTree } from '@/server/connectors/_shared/syntax/parse';
import type { Module } from './ast';
import { copyTree } from './raw-tree';
import { docstringOf, readStatements } from './statements';

/** What parsing a file told. */
export interface Parsed {
  module: Module;
  /** Whether some of its code was left out, because there is too much of it or it is nested too deep. */
  isCut: boolean;
}

/** Parses a file; null if that takes too many steps. */
export async function parseModule(path: string, source: string): Promise<Parsed | null> {
  const tree = await withSyntaxTree('python', source, (root) => copyTree(root, source));
  if (tree === null) return null;
  const body = readStatements(tree.root, source);
  const { comments, errorLine, isCut } = tree;
  return { module: { path, source, docstring: docstringOf(body), body, comments, errorLine }, isCut };
}
