/** A file with R code, as far as it could be parsed. */
export interface RFile {
  path: string;
  text: string;
  body: readonly Expression[];
  /** Comments by their line, from 1. */
  comments: ReadonlyMap<number, Comment>;
  /** The first line that isn't R; null if all of it is. */
  errorLine: number | null;
}

export interface Comment {
  /** With its number signs. */
  text: string;
  /** Whether nothing else is on its line. */
  isAlone: boolean;
}

/** Where an expression stands in its file. */
export interface Span {
  file: RFile;
  line: number;
  start: number;
  end: number;
}

export interface ArgumentExpression {
  name: string | null;
  /** Null where nothing stands, as in `x[, 1]`. */
  value: Expression | null;
}

export interface Parameter {
  name: string;
  fallback: Expression | null;
  line: number;
}

export type FunctionExpression = Extract<Expression, { kind: 'function' }>;
export type CallExpression = Extract<Expression, { kind: 'call' }>;

/** R code. Everything in R is an expression, and pipes are the calls that they stand for. */
export type Expression = Span &
  (
    | { kind: 'text'; value: string }
    /** `isWhole` tells `10L` from `10`, `isFraction` tells `1.0` and `1e-3` from `1`. */
    | { kind: 'number'; value: number; isWhole: boolean; isFraction: boolean }
    | { kind: 'logical'; value: boolean }
    | { kind: 'null' }
    | { kind: 'na'; typeId: string | null }
    | { kind: 'name'; name: string; package: string | null }
    | { kind: 'call'; callee: Expression; args: ArgumentExpression[] }
    /** `x[…]`, and `x[[…]]` with `isSingle`. */
    | { kind: 'index'; object: Expression; args: ArgumentExpression[]; isSingle: boolean }
    /** `x$name`, `x@name` */
    | { kind: 'member'; object: Expression; name: string }
    | { kind: 'binary'; operator: string; left: Expression; right: Expression }
    | { kind: 'unary'; operator: string; operand: Expression }
    | { kind: 'assign'; target: Expression; value: Expression; isOuter: boolean }
    | { kind: 'function'; parameters: readonly Parameter[]; body: Expression }
    | { kind: 'block'; body: readonly Expression[] }
    | { kind: 'if'; test: Expression; consequence: Expression; alternative: Expression | null }
    | { kind: 'for'; name: string; sequence: Expression; body: Expression }
    /** `while`, and `repeat` with no test. */
    | { kind: 'while'; test: Expression | null; body: Expression }
    | { kind: 'break' | 'next' }
    | { kind: 'unknown' }
  );

/** The code of an expression on one line. */
export const codeOf = ({ file, start, end }: Span): string =>
  file.text
    .slice(start, Math.min(end, start + 2000))
    .replace(/\s+/g, ' ')
    .slice(0, 200);

/** The expressions right below one. */
export function partsOf(expression: Expression): Expression[] {
  const valuesOf = (args: readonly ArgumentExpression[]) =>
    args.flatMap(({ value }) => (value === null ? [] : [value]));
  switch (expression.kind) {
    case 'call':
      return [expression.callee, ...valuesOf(expression.args)];
    case 'index':
      return [expression.object, ...valuesOf(expression.args)];
    case 'member':
      return [expression.object];
    case 'binary':
      return [expression.left, expression.right];
    case 'unary':
      return [expression.operand];
    case 'assign':
      return [expression.target, expression.value];
    case 'function':
      return [
        ...expression.parameters.flatMap(({ fallback }) => (fallback === null ? [] : [fallback])),
        expression.body,
      ];
    case 'block':
      return [...expression.body];
    case 'if':
      return [expression.test, expression.consequence].concat(expression.alternative ?? []);
    case 'for':
      return [expression.sequence, expression.body];
    case 'while':
      return [expression.body].concat(expression.test ?? []);
    default:
      return [];
  }
}

/** An expression and every one below it, in no particular order, without recursion. */
export function* expressionsIn(roots: readonly Expression[]): Generator<Expression> {
  const waiting = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...partsOf(next));
  }
}

/** The name that an assignment changes: `x` in `x$y[1] <- 2`; null if there is none. */
export function changedName(target: Expression): string | null {
  let at = target;
  for (;;) {
    if (at.kind === 'name') return at.name;
    if (at.kind === 'text') return at.value;
    if (at.kind === 'member' || at.kind === 'index') at = at.object;
    else if (at.kind === 'call' && at.args[0]?.value != null) at = at.args[0].value;
    else return null;
  }
}
