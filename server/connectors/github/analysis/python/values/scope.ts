import type { Module } from '../syntax/ast';
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

  /** Runs a branch, then takes back what it changed, and returns that next to its result. */
  branch<T>(work: () => T): { changes: Changes; result: T } {
    const before: Changes = new Map();
    this.open.push(before);
    const result = work();
    this.open.pop();
    const after: Changes = new Map();
    for (const [scope, names] of before) {
      const values = new Map<string, Value | undefined>();
      for (const [name, value] of names) {
        values.set(name, scope.names.get(name));
        scope.restore(name, value);
      }
      after.set(scope, values);
    }
    return { changes: after, result };
  }
}

export class NamedScope implements Scope {
  readonly names = new Map<string, Value>();

  constructor(
    readonly module: Module,
    readonly parent: NamedScope | null,
    private readonly history: History,
  ) {}

  get(name: string): Value | undefined {
    let scope: NamedScope | null = this;
    while (scope !== null) {
      const value = scope.names.get(name);
      if (value !== undefined) return value;
      scope = scope.parent;
    }
    return undefined;
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
    return new NamedScope(this.module, this, this.history);
  }
}
