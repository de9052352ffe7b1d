/** What a branch changed: the names of each scope, with their values after it. */
export type Changes<S extends Names<V>, V> = Map<S, Map<string, V | undefined>>;

/** Remembers which names a branch of the code changes, so that branches can be compared. */
export class History<S extends Names<V>, V> {
  private readonly open: Changes<S, V>[] = [];

  record(scope: S, name: string, before: V | undefined): void {
    const changes = this.open.at(-1);
    if (changes === undefined) return;
    const names = changes.get(scope) ?? new Map<string, V | undefined>();
    if (!names.has(name)) names.set(name, before);
    changes.set(scope, names);
  }

  /** Runs a branch, then takes back what it changed, and returns that next to its result. */
  branch<T>(work: () => T): { changes: Changes<S, V>; result: T } {
    const before: Changes<S, V> = new Map();
    this.open.push(before);
    const result = work();
    this.open.pop();
    const after: Changes<S, V> = new Map();
    for (const [scope, names] of before) {
      const values = new Map<string, V | undefined>();
      for (const [name, value] of names) {
        values.set(name, scope.names.get(name));
        scope.restore(name, value);
      }
      after.set(scope, values);
    }
    return { changes: after, result };
  }
}

/** The names of a file, of a class, or of a function that runs, with those around them. */
export abstract class Names<V> {
  private readonly values = new Map<string, V>();
  abstract readonly parent: Names<V> | null;

  /** Remembers what a name stood for before it changes. */
  protected abstract record(name: string, before: V | undefined): void;

  get names(): ReadonlyMap<string, V> {
    return this.values;
  }

  get(name: string): V | undefined {
    let scope: Names<V> | null = this;
    while (scope !== null && !scope.values.has(name)) scope = scope.parent;
    return scope?.values.get(name);
  }

  set(name: string, value: V): void {
    this.record(name, this.values.get(name));
    this.values.set(name, value);
  }

  /** Sets a value, or none, without remembering it as a change. */
  restore(name: string, value: V | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
  }
}
