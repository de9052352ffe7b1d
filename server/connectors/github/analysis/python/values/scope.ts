import * as shared from '../../values/scope';
import type { Module } from '../syntax/ast';
import type { Scope, Value } from './value';

export type Changes = shared.Changes<NamedScope, Value>;
export class History extends shared.History<NamedScope, Value> {}

export class NamedScope extends shared.Names<Value> implements Scope {
  constructor(
    readonly module: Module,
    readonly parent: NamedScope | null,
    private readonly history: History,
  ) {
    super();
  }

  protected record(name: string, before: Value | undefined): void {
    this.history.record(this, name, before);
  }

  below(): NamedScope {
    return new NamedScope(this.module, this, this.history);
  }
}
