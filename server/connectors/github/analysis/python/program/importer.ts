import type { Importer } from '../interpreter/imports';
import type { Machine } from '../interpreter/machine';
import type { Module } from '../syntax/ast';
import { plain } from '../values/make';
import { NamedScope } from '../values/scope';
import type { Program } from './load-modules';
import { fileOfImport } from './module-paths';

/** Runs modules when they are first imported, as Python does. */
export function moduleImporter(files: ReadonlyMap<string, string>, program: Program) {
  const scopes = new Map<string, NamedScope>();
  const script = program.script?.path ?? '';

  const start = (machine: Machine, module: Module, name: string): NamedScope => {
    const scope = new NamedScope(module, null, machine.history);
    // A module that imports this one in turn gets what there is of it by then.
    scopes.set(module.path, scope);
    scope.set('__name__', plain(name));
    scope.set('__doc__', plain(module.docstring));
    scope.set('__file__', plain(module.path));
    // An end that is only thought to be one must not hide what follows.
    for (const statement of module.body) machine.run([statement], scope);
    machine.takeFailure();
    return scope;
  };

  const importer =
    (machine: Machine): Importer =>
    (from, module, level) => {
      const file = fileOfImport(files, from, script, module, level);
      const found = file === null ? undefined : program.modules.get(file);
      if (file === null || found === undefined) return null;
      return { scope: scopes.get(file) ?? start(machine, found, module) };
    };

  return {
    importer,
    start: (machine: Machine, module: Module): NamedScope => start(machine, module, '__main__'),
    /** The paths of the modules that were read, without the script. */
    followed: (): string[] => [...scopes.keys()].filter((path) => path !== script).sort(),
  };
}
