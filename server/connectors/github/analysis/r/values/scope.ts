import type { Scope, Value } from './value';

/** What a branch changed: the names of each scope, with their values after it. */
export type Changes = Map<NamedScope, Map<string, Value | undefined>>;

/** Remembers which names a branch of the code changes, so that branches can be compared. */
export class History {
  private readonly open: Changes[] = [];

  record(scope: NamedScope, name: string, before: Value | undefined): void {
    const changes = this.open.at(-1);
    if (changes === undefined) return;
    const names = changes.get(scope) ?? new Map<string, Value | undefined>();
    if (!names.has(name)) names.set(name, before);
    changes.set(scope, names);
  }

  /** Runs a branch, takes back what it changed, and returns that. */
  branch<T>(work: () => T): { changes: Changes; result: T } {
    const before: Changes = new Map();
    this.open.push(before);
    const result = work();
    this.open.pop();
    const after: Changes = new Map();
    for (const [scope, names] of before) {
      const values = new Map<string, Value | undefined>();
      for (const [name, value] of names) {
        values.set(name, scope.own(name));
        scope.restore(name, value);
      }
      after.set(scope, values);
    }
    return { changes: after, result };
  }

  apply(changes: Changes): void {
    for (const [scope, names] of changes)
      for (const [name, value] of names) {
        if (value !== undefined) scope.set(name, value);
      }
  }
}

/** The names of a file or of a function that runs. */
export class NamedScope implements Scope {
  private readonly names = new Map<string, Value>();
  readonly missing = new Set<string>();

  constructor(
    readonly parent: NamedScope | null,
    private readonly history: History,
  ) {}

  own(name: string): Value | undefined {
    return this.names.get(name);
  }

  scopeOf(name: string): NamedScope | null {
    let scope: NamedScope | null = this;
    while (scope !== null && !scope.names.has(name)) scope = scope.parent;
    return scope;
  }

  get(name: string): Value | undefined {
    return this.scopeOf(name)?.names.get(name);
  }

  set(name: string, value: Value): void {
    this.history.record(this, name, this.names.get(name));
    this.names.set(name, value);
  }

  restore(name: string, value: Value | undefined): void {
    if (value === undefined) this.names.delete(name);
    else this.names.set(name, value);
  }

  below(): NamedScope {
    return new NamedScope(this, this.history);
  }

  get all(): ReadonlyMap<string, Value> {
    return this.names;
  }
}
