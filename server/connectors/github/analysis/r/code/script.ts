import type { Node } from 'web-tree-sitter';
import { openSyntaxTree, type SyntaxTree } from '../../../../_shared/syntax/parse';
import { type Assignment, argumentsOf, assignmentIn, calledName, callsIn, childrenOf, nameOf } from './nodes';

/** A file with R code. */
export interface RFile {
  path: string;
  root: Node;
  /** The statements at its top, also those within `if` and braces there. */
  statements: Node[];
  /** What is assigned at its top, in order. */
  assignments: Assignment[];
  functions: Map<string, Node>;
}

const mostFiles = 30;

/** A script with the files that it loads by `source(…)`. */
export class RScript {
  readonly files: RFile[] = [];
  private readonly trees: SyntaxTree[] = [];
  private readonly constants = new Map<string, Node>();

  private constructor() {}

  static async open(texts: ReadonlyMap<string, string>, path: string): Promise<RScript | null> {
    const script = new RScript();
    await script.load(texts, path);
    if (script.files.length > 0) return script;
    script.free();
    return null;
  }

  free(): void {
    for (const tree of this.trees) tree.free();
  }

  get main(): RFile {
    const [first] = this.files;
    if (first === undefined) throw new Error('The script was not loaded');
    return first;
  }

  /** The code of a name that has one value at the top of the script; undefined for others. */
  constant(name: string): Node | undefined {
    return this.constants.get(name);
  }

  findFunction(name: string): Node | undefined {
    for (const { functions } of this.files) {
      const found = functions.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async load(texts: ReadonlyMap<string, string>, path: string): Promise<void> {
    if (this.files.length >= mostFiles || this.files.some((file) => file.path === path)) return;
    const text = texts.get(path);
    const tree = text === undefined ? null : await openSyntaxTree('r', text);
    if (tree === null) return;
    this.trees.push(tree);
    const file = readFile(path, tree.root);
    this.files.push(file);
    for (const { name, value } of file.assignments)
      if (!this.constants.has(name)) this.constants.set(name, value);
    const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : '';
    for (const call of callsIn(tree.root)) {
      if (calledName(call) !== 'source') continue;
      const given = argumentsOf(call)[0]?.value;
      const named =
        given?.type === 'string'
          ? (nameOf(given) ?? '')
          : (/["']([\w./-]+\.[rR])["']/.exec(given?.text ?? '')?.[1] ?? '');
      const tail = named.replace(/^\.\//, '');
      const target = [folder + tail, tail].find((each) => texts.has(each));
      if (target !== undefined) await this.load(texts, target);
    }
  }
}

function readFile(path: string, root: Node): RFile {
  const file: RFile = { path, root, statements: [], assignments: [], functions: new Map() };
  const visit = (node: Node, depth: number): void => {
    if (node.type === 'comment' || depth > 20) return;
    if (node.type === 'braced_expression') {
      for (const child of childrenOf(node)) visit(child, depth + 1);
      return;
    }
    file.statements.push(node);
    const assigned = assignmentIn(node);
    if (assigned !== null) {
      file.assignments.push(assigned);
      if (assigned.value.type === 'function_definition') file.functions.set(assigned.name, assigned.value);
    }
    if (node.type === 'if_statement') {
      for (const part of ['consequence', 'alternative']) {
        const inner = node.childForFieldName(part);
        if (inner !== null) visit(inner, depth + 1);
      }
    }
  };
  for (const child of childrenOf(root)) visit(child, 0);
  return file;
}
