import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Language, Node } from 'web-tree-sitter';

/** The languages whose code can be read. */
export type CodeLanguage = 'python' | 'javascript' | 'r';

const grammars: Record<CodeLanguage, string> = {
  python: 'tree-sitter-python/tree-sitter-python.wasm',
  javascript: 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  r: '@davisvaughan/tree-sitter-r/tree-sitter-r.wasm',
};

/**
 * The parser reports each hundred of its steps. A megabyte of code takes some 40,000 reports; code made to take more
 * isn't read. Steps are counted, not time, so that a busy machine reads what an idle one does.
 */
const mostReports = 60_000;

let started: Promise<typeof import('web-tree-sitter')> | undefined;
const loaded = new Map<CodeLanguage, Promise<Language>>();

async function start(): Promise<typeof import('web-tree-sitter')> {
  const treeSitter = await import('web-tree-sitter');
  await treeSitter.Parser.init();
  return treeSitter;
}

function grammarOf(
  language: CodeLanguage,
  { Language }: typeof import('web-tree-sitter'),
): Promise<Language> {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  // Relative to the program's folder, since the bundler can't tell where a package's files are.
  const path = createRequire(join(process.cwd(), 'package.json')).resolve(grammars[language]);
  const loading = Language.load(path);
  loaded.set(language, loading);
  return loading;
}

/** The tree of some source code, which has to be freed. */
export interface SyntaxTree {
  root: Node;
  free(): void;
}

/** Parses source code, which is never executed. Returns null if that takes too many steps. */
export async function openSyntaxTree(language: CodeLanguage, source: string): Promise<SyntaxTree | null> {
  started ??= start();
  const treeSitter = await started;
  const parser = new treeSitter.Parser();
  try {
    parser.setLanguage(await grammarOf(language, treeSitter));
    let reports = 0;
    const isTooMuch = (): boolean => {
      reports += 1;
      return reports > mostReports;
    };
    const tree = parser.parse(source, null, { progressCallback: isTooMuch });
    return tree === null ? null : { root: tree.rootNode, free: () => tree.delete() };
  } finally {
    parser.delete();
  }
}

/**
 * Parses source code, and reads its tree. The code is never executed. Returns null if parsing takes too many
 * steps.
 *
 * @param read gets the root of the tree, which is freed when it returns
 */
export async function withSyntaxTree<T>(
  language: CodeLanguage,
  source: string,
  read: (root: Node) => T,
): Promise<T | null> {
  const tree = await openSyntaxTree(language, source);
  if (tree === null) return null;
  try {
    return read(tree.root);
  } finally {
    tree.free();
  }
}

/** Every node below one, in the order of the code, without recursion: code may be nested as deep as it likes. */
export function* nodesIn(root: Node): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (let at = node.namedChildCount - 1; at >= 0; at -= 1) {
      const child = node.namedChild(at);
      if (child !== null) waiting.push(child);
    }
  }
}

/** Whether a node is the field of its parent with this name. */
export const isField = (parent: Node, field: string, node: Node): boolean =>
  parent.childForFieldName(field)?.id === node.id;
