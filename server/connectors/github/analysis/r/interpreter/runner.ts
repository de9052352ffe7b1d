import type { Expression } from '../syntax/ast';
import type { History } from '../values/scope';
import type { Case, Interpreter, Native, Scope, Value } from '../values/value';

/** A function that runs. */
export interface Frame {
  definition: object;
  returns: { value: Value; one: Case | null }[];
  /** How many cases were around when it was called. */
  cases: number;
}

/** What running code needs besides evaluating expressions. */
export interface Runner extends Interpreter {
  readonly history: History;
  readonly frames: Frame[];
  /** The functions whose bodies were read. */
  readonly visited: Set<object>;
  readonly libraries: ReadonlyMap<string, Native>;
  /** Runs statements one after the other. The value is that of the last one. */
  run(body: readonly Expression[], scope: Scope): Value;
  /** Runs the body of a loop whose rounds can't be told. */
  inOpenLoop(work: () => Value): void;
  /** What a name means that nothing in the code defines. */
  undefinedName(name: string): Value | null;
}
