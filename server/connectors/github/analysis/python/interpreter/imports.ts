import { unknown } from '../values/make';
import type { NamedScope } from '../values/scope';
import type { Interpreter, Value } from '../values/value';

/** Where imports lead: a module of the repository, or null for a library. */
export type Importer = (from: string, module: string, level: number) => { scope: NamedScope } | null;

/** `import name as alias` */
export function importModule(
  scope: NamedScope,
  name: string,
  alias: string | null,
  importing: Importer,
): void {
  const found = importing(scope.module.path, name, 0);
  const [top = name] = name.split('.');
  if (alias !== null)
    scope.set(alias, found === null ? { kind: 'library', name } : { kind: 'module', scope: found.scope });
  else {
    const root = found === null ? null : importing(scope.module.path, top, 0);
    scope.set(top, root === null ? { kind: 'library', name: top } : { kind: 'module', scope: root.scope });
  }
}

/** `from module import names` */
export function importFrom(
  scope: NamedScope,
  {
    module,
    names,
    line,
  }: { module: string; names: { name: string; alias: string | null }[] | null; line: number },
  importing: Importer,
  machine: Interpreter,
): void {
  const level = /^\.*/.exec(module)?.[0].length ?? 0;
  const path = module.slice(level);
  const found = importing(scope.module.path, path, level);
  if (found === null && level > 0) {
    const shown = names?.map(({ name }) => name).join(', ') ?? '*';
    machine.note(
      { path: scope.module.path, line },
      `What "from ${module} import ${shown}" brings wasn't read: the file isn't in the repository.`,
    );
  }
  if (names === null) {
    if (found !== null)
      for (const [name, value] of found.scope.names) if (!name.startsWith('_')) scope.set(name, value);
    return;
  }
  for (const { name, alias } of names) {
    const inside = found?.scope.names.get(name);
    const below =
      inside === undefined
        ? importing(scope.module.path, path === '' ? name : `${path}.${name}`, level)
        : null;
    const value: Value =
      inside ??
      (below !== null
        ? { kind: 'module', scope: below.scope }
        : found === null
          ? { kind: 'library', name: path === '' ? name : `${path}.${name}` }
          : unknown);
    scope.set(alias ?? name, value);
  }
}
