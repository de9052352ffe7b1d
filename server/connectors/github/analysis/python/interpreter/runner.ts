import type { Expression, Statement } from '../syntax/ast';
import type { History, NamedScope } from '../values/scope';
import type { Completion, FunctionValue, Interpreter, Need, Value } from '../values/value';

/** What running statements needs besides evaluating expressions. */
export interface Runner extends Interpreter {
  readonly history: History;
  /** Returns whether the last expression ended the script, and forgets it. */
  takeFailure(): boolean;
  returned(value: Value): void;
  importModule(scope: NamedScope, name: string, alias: string | null): void;
  importFrom(
    scope: NamedScope,
    module: string,
    names: { name: string; alias: string | null }[] | null,
    line: number,
  ): void;
  define(value: FunctionValue, decorators: readonly Expression[], scope: NamedScope): Value;
  /** Runs the body of a loop whose rounds can't be told. */
  inOpenLoop(loop: Statement, work: () => Completion): Completion;
  /** Runs the body of `try`, and returns what its errors would have asked for. */
  tryOut<T>(work: () => T): { needs: Need[]; result: T };
}
