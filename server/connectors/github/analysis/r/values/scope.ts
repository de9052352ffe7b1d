import * as shared from '../../values/scope';
import type { Scope, Value } from './value';

export type Changes = shared.Changes<NamedScope, Value>;

export class History extends shared.History<NamedScope, Value> {
  apply(changes: Changes): void {
    for (const [scope, names] of changes)
      for (const [name, value] of names) {
        if (value !== undefined) scope.set(name, value);
      }
  }
}

/** The names of a file or of a function that runs. */
export class NamedScope extends shared.Names<Value> implements Scope {
  readonly missing = new Set<string>();

  constructor(
    readonly parent: NamedScope | null,
    private readonly history: History,
  ) {
    super();
  }

  protected record(name: string, before: Value | undefined): void {
    this.history.record(this, name, before);
  }

  scopeOf(name: string): NamedScope | null {
    let scope: NamedScope | null = this;
    while (scope !== null && !scope.names.has(name)) scope = scope.parent;
    return scope;
  }

  below(): NamedScope {
    return new NamedScope(this, this.history);
  }
}
