import type { Node } from 'web-tree-sitter';
import { bare, childrenOf, dottedName } from './nodes';
import { dedented, stringOf } from './strings';

/** A function with its decorators, from the outermost. */
export interface PythonFunction {
  name: string;
  node: Node;
  decorators: Node[];
  module: PythonModule;
}

export interface PythonClass {
  name: string;
  node: Node;
  decorators: Node[];
  bases: string[];
  module: PythonModule;
}

/** What a name of a module was imported from: `from a.b import c` is `{ module: 'a.b', name: 'c' }`. */
export interface Imported {
  module: string;
  /** Null for a module as a whole. */
  name: string | null;
}

/** What a module defines at its top, which is everything that it does when it is loaded. */
export interface PythonModule {
  path: string;
  root: Node;
  functions: Map<string, PythonFunction>;
  classes: Map<string, PythonClass>;
  /** The values of names that are assigned once, by their code. */
  constants: Map<string, Node>;
  imports: Map<string, Imported>;
  docstring: string | null;
  /** The statements of `if __name__ == '__main__':`; null without. */
  main: Node | null;
  /** The statements that do something, other than to define or import, outside of that block. */
  actions: Node[];
}

/** Blocks at the top of a module whose statements are as good as its own. */
const TRANSPARENT = new Set([
  'if_statement',
  'try_statement',
  'with_statement',
  'else_clause',
  'elif_clause',
  'except_clause',
  'finally_clause',
  'block',
]);

export function readModule(path: string, root: Node): PythonModule {
  const module: PythonModule = {
    path,
    root,
    functions: new Map(),
    classes: new Map(),
    constants: new Map(),
    imports: new Map(),
    docstring: docstringOf(root),
    main: null,
    actions: [],
  };
  const isAssignedAgain = new Set<string>();
  for (const statement of childrenOf(root)) readStatement(statement, module, isAssignedAgain, 0);
  for (const name of isAssignedAgain) module.constants.delete(name);
  return module;
}

function readStatement(node: Node, module: PythonModule, again: Set<string>, depth: number): void {
  switch (node.type) {
    case 'function_definition':
    case 'class_definition':
      define(node, [], module);
      return;
    case 'decorated_definition': {
      const definition = node.childForFieldName('definition');
      const decorators = childrenOf(node).filter(({ type }) => type === 'decorator');
      if (definition !== null)
        define(
          definition,
          decorators.flatMap((each) => each.namedChild(0) ?? []),
          module,
        );
      return;
    }
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      readImport(node, module);
      return;
    case 'if_statement':
      if (isMainTest(node.childForFieldName('condition'))) {
        module.main = node.childForFieldName('consequence');
        return;
      }
      break;
    case 'expression_statement': {
      const inner = node.namedChild(0);
      if (inner?.type === 'string') return;
      if (inner?.type === 'assignment') {
        const name = dottedName(inner.childForFieldName('left'));
        const value = inner.childForFieldName('right');
        if (name !== '' && value !== null) {
          if (module.constants.has(name) && depth === 0) again.add(name);
          if (!module.constants.has(name)) module.constants.set(name, value);
        }
      }
      if (inner?.type !== 'assignment' || /\(/.test(inner.text)) module.actions.push(node);
      return;
    }
    case 'comment':
    case 'pass_statement':
    case 'global_statement':
    case 'type_alias_statement':
      return;
  }
  if (TRANSPARENT.has(node.type) && depth < 8) {
    if (node.type === 'with_statement') module.actions.push(node);
    for (const child of childrenOf(node)) readStatement(child, module, again, depth + 1);
    return;
  }
  if (node.type.endsWith('_statement')) module.actions.push(node);
}

function define(node: Node, decorators: Node[], module: PythonModule): void {
  const name = node.childForFieldName('name')?.text;
  if (name === undefined) return;
  if (node.type === 'function_definition') module.functions.set(name, { name, node, decorators, module });
  else {
    const bases = childrenOf(node.childForFieldName('superclasses')).map((each) => each.text);
    module.classes.set(name, { name, node, decorators, bases, module });
  }
}

function readImport(node: Node, module: PythonModule): void {
  const from = node.childForFieldName('module_name');
  for (const child of childrenOf(node)) {
    if (child.id === from?.id) continue;
    const isAliased = child.type === 'aliased_import';
    const name = (isAliased ? child.childForFieldName('name') : child)?.text ?? '';
    const alias = isAliased ? (child.childForFieldName('alias')?.text ?? '') : name;
    if (from !== null) module.imports.set(alias, { module: from.text, name });
    else module.imports.set(isAliased ? alias : (name.split('.')[0] ?? name), { module: name, name: null });
  }
}

const isMainTest = (condition: Node | null): boolean =>
  condition !== null &&
  /^\(?\s*(__name__\s*==\s*['"]__main__['"]|['"]__main__['"]\s*==\s*__name__)/.test(condition.text);

/** The text at the beginning of a module, a class, or a function. */
export function docstringOf(body: Node | null): string | null {
  const first = childrenOf(body).find(({ type }) => type !== 'comment');
  const text = first?.type === 'expression_statement' ? first.namedChild(0) : null;
  if (text === null || text === undefined) return null;
  const found = bare(text).type.endsWith('string') ? stringOf(bare(text), () => undefined) : undefined;
  return found === undefined ? null : dedented(found);
}

/** The methods of a class by their names. */
export function methodsOf(owner: PythonClass): Map<string, PythonFunction> {
  const methods = new Map<string, PythonFunction>();
  for (const child of childrenOf(owner.node.childForFieldName('body'))) {
    const node = child.type === 'decorated_definition' ? child.childForFieldName('definition') : child;
    const name = node?.type === 'function_definition' ? node.childForFieldName('name')?.text : undefined;
    if (node === null || name === undefined) continue;
    const decorators = childrenOf(child)
      .filter(({ type }) => type === 'decorator')
      .flatMap((each) => each.namedChild(0) ?? []);
    methods.set(name, { name, node, decorators, module: owner.module });
  }
  return methods;
}
