import { openSyntaxTree, type SyntaxTree } from '../../../../_shared/syntax/parse';
import { type PythonClass, type PythonFunction, type PythonModule, readModule } from './module';
import { childrenOf } from './nodes';

/** How many modules of a repository are read for one script, and how far imports are followed. */
const mostModules = 40;
const deepest = 4;

/** A script with the modules of its repository that it imports. */
export class PythonProject {
  private readonly modules = new Map<string, PythonModule>();
  private readonly trees: SyntaxTree[] = [];

  private constructor(private readonly files: ReadonlyMap<string, string>) {}

  /** Null if the script itself can't be parsed in time. Free it when it has been read. */
  static async open(files: ReadonlyMap<string, string>, path: string): Promise<PythonProject | null> {
    const project = new PythonProject(files);
    await project.load(path, 0);
    if (project.modules.has(path)) return project;
    project.free();
    return null;
  }

  free(): void {
    for (const tree of this.trees) tree.free();
  }

  module(path: string): PythonModule | undefined {
    return this.modules.get(path);
  }

  /** The paths of all modules but one. */
  pathsExcept(path: string): string[] {
    return [...this.modules.keys()].filter((each) => each !== path).sort();
  }

  all(): PythonModule[] {
    return [...this.modules.values()];
  }

  /** The function that a name means in a module, perhaps imported from another. */
  findFunction(module: PythonModule, dotted: string): PythonFunction | undefined {
    return this.find(module, dotted, (where, name) => where.functions.get(name));
  }

  findClass(module: PythonModule, dotted: string): PythonClass | undefined {
    return this.find(module, dotted, (where, name) => where.classes.get(name));
  }

  /** The module in which a constant is defined, with its code. */
  findConstant(module: PythonModule, dotted: string) {
    return this.find(module, dotted, (where, name) => {
      const node = where.constants.get(name);
      return node === undefined ? undefined : { node, module: where };
    });
  }

  private find<T>(
    module: PythonModule,
    dotted: string,
    look: (where: PythonModule, name: string) => T | undefined,
    depth = 0,
  ): T | undefined {
    const own = look(module, dotted);
    if (own !== undefined || depth > deepest) return own;
    const [first = '', ...rest] = dotted.split('.');
    const imported = module.imports.get(first);
    if (imported === undefined) return undefined;
    const inner = rest.join('.');
    if (imported.name !== null && inner === '') {
      const target = this.resolve(module.path, imported.module);
      return target === undefined ? undefined : this.find(target, imported.name, look, depth + 1);
    }
    const name = imported.name === null ? imported.module : `${imported.module}.${imported.name}`;
    const target = this.resolve(module.path, name);
    return target === undefined || inner === '' ? undefined : this.find(target, inner, look, depth + 1);
  }

  private resolve(from: string, name: string): PythonModule | undefined {
    for (const path of this.candidates(from, name)) {
      const module = this.modules.get(path);
      if (module !== undefined) return module;
    }
    return undefined;
  }

  /** Where a module may be: in the folder of the script, above it, or in `src`. */
  private candidates(from: string, name: string): string[] {
    const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
    const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(name) ?? [];
    const parts = folder === '' ? [] : folder.split('/');
    const tail = rest.split('.').filter((part) => part !== '');
    const bases =
      dots === ''
        ? [...Array(parts.length + 1).keys()].map((cut) => parts.slice(0, parts.length - cut))
        : [parts.slice(0, parts.length - (dots.length - 1))];
    if (dots === '') bases.push(['src']);
    return bases.flatMap((base) => {
      const path = [...base, ...tail].join('/');
      return path === '' ? ['__init__.py'] : [`${path}.py`, `${path}/__init__.py`];
    });
  }

  private async load(path: string, depth: number): Promise<void> {
    if (this.modules.has(path) || this.modules.size >= mostModules) return;
    const text = this.files.get(path);
    const tree = text === undefined ? null : await openSyntaxTree('python', text);
    if (tree === null) return;
    this.trees.push(tree);
    this.modules.set(path, readModule(path, tree.root));
    if (depth >= deepest) return;
    for (const name of importsIn(tree)) {
      for (const candidate of this.candidates(path, name)) {
        if (!this.files.has(candidate) || candidate === path) continue;
        await this.load(candidate, depth + 1);
        break;
      }
    }
  }
}

/** The names of modules that are imported at the top of one, or within its functions. */
function importsIn({ root }: SyntaxTree): Set<string> {
  const names = new Set<string>();
  for (const node of root.descendantsOfType(['import_statement', 'import_from_statement'])) {
    if (node === null) continue;
    const from = node.childForFieldName('module_name');
    if (from !== null) names.add(from.text);
    for (const child of childrenOf(node)) {
      if (child.id === from?.id) continue;
      const name = (child.type === 'aliased_import' ? child.childForFieldName('name') : child)?.text ?? '';
      names.add(
        from === null ? name : `${from.text.replace(/\.$/, '.')}${from.text.endsWith('.') ? '' : '.'}${name}`,
      );
    }
  }
  return names;
}
