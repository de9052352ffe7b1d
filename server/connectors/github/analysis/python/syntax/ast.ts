/** Where a piece of code is: offsets into the text of its file, and its line from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
}

/** An expression of Python, as far as reading scripts needs it. */
export type Expression = Span &
  (
    | { kind: 'text'; value: string }
    | { kind: 'number'; value: number; isFloat: boolean }
    | { kind: 'constant'; value: boolean | null }
    | { kind: 'ellipsis' }
    /** An f-string. */
    | { kind: 'format'; parts: (string | Expression)[] }
    | { kind: 'name'; name: string }
    | { kind: 'attribute'; object: Expression; name: string }
    | { kind: 'call'; callee: Expression; args: Argument[] }
    | { kind: 'subscript'; object: Expression; index: Expression[] }
    | { kind: 'slice'; from: Expression | null; to: Expression | null }
    | { kind: 'items'; form: ItemsForm; items: Expression[] }
    /** A key of null is a dictionary that is spread: `**other`. */
    | { kind: 'dict'; entries: { key: Expression | null; value: Expression }[] }
    | { kind: 'binary'; operator: string; left: Expression; right: Expression }
    | { kind: 'boolean'; operator: 'and' | 'or'; left: Expression; right: Expression }
    | { kind: 'not'; operand: Expression }
    | { kind: 'negative'; operand: Expression }
    | { kind: 'comparison'; operator: string; left: Expression; right: Expression }
    | { kind: 'conditional'; test: Expression; consequence: Expression; otherwise: Expression }
    | { kind: 'lambda'; parameters: Parameter[]; body: Expression }
    | {
        kind: 'comprehension';
        form: ItemsForm | 'dict';
        element: Expression;
        value: Expression | null;
        clauses: Clause[];
      }
    | { kind: 'named'; name: string; value: Expression }
    | { kind: 'spread'; value: Expression }
    | { kind: 'await'; value: Expression }
    | { kind: 'unknown' }
  );

export type ItemsForm = 'list' | 'tuple' | 'set';

/** A part of a comprehension: `for target in iterable`, or `if test` with a target of null. */
export interface Clause {
  target: Expression | null;
  value: Expression;
}

export interface Argument {
  /** The keyword; null for a positional argument. */
  name: string | null;
  spread: 'items' | 'dict' | null;
  value: Expression;
}

export interface Parameter {
  name: string;
  kind: 'plain' | 'keyword' | 'items' | 'dict';
  annotation: Expression | null;
  fallback: Expression | null;
  line: number;
}

export interface FunctionDefinition extends Span {
  name: string;
  parameters: Parameter[];
  body: Statement[];
  decorators: Expression[];
  docstring: string | null;
}

export interface ClassDefinition extends Span {
  name: string;
  bases: Expression[];
  body: Statement[];
  decorators: Expression[];
  docstring: string | null;
}

export interface Handler {
  type: Expression | null;
  name: string | null;
  body: Statement[];
}

export type Statement = Span &
  (
    | { kind: 'expression'; value: Expression }
    | {
        kind: 'assign';
        targets: Expression[];
        annotation: Expression | null;
        value: Expression | null;
      }
    | { kind: 'augment'; target: Expression; operator: string; value: Expression }
    | { kind: 'function'; definition: FunctionDefinition }
    | { kind: 'class'; definition: ClassDefinition }
    | { kind: 'return'; value: Expression | null }
    | { kind: 'if'; test: Expression; consequence: Statement[]; otherwise: Statement[] }
    | { kind: 'for'; target: Expression; iterable: Expression; body: Statement[]; otherwise: Statement[] }
    | { kind: 'while'; test: Expression; body: Statement[]; otherwise: Statement[] }
    | { kind: 'with'; items: { value: Expression; target: Expression | null }[]; body: Statement[] }
    | {
        kind: 'try';
        body: Statement[];
        handlers: Handler[];
        otherwise: Statement[];
        finally: Statement[];
      }
    | { kind: 'import'; names: { module: string; alias: string | null }[] }
    /** Without names, everything is imported. */
    | { kind: 'import-from'; module: string; names: { name: string; alias: string | null }[] | null }
    | { kind: 'assert'; test: Expression }
    | { kind: 'raise'; value: Expression | null }
    | { kind: 'delete'; targets: Expression[] }
    | { kind: 'match'; subject: Expression; cases: { values: Expression[]; body: Statement[] }[] }
    | { kind: 'jump'; word: 'break' | 'continue' }
    | { kind: 'nothing' }
  );

/** A file of Python. */
export interface Module {
  path: string;
  source: string;
  docstring: string | null;
  body: Statement[];
  /** The text of the comment that each line ends with. */
  comments: ReadonlyMap<number, string>;
  /** The line of the first syntax error; null without one. */
  errorLine: number | null;
}

/** The code of a node, on one line. */
export const codeOf = (module: Module, { start, end }: Span): string =>
  module.source.slice(start, end).replace(/\s+/g, ' ').trim();
