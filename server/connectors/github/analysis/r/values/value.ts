import type { Site, Term } from '../../values/draft';
import type { Expression, FunctionExpression, RFile, Span } from '../syntax/ast';
import type { Draft } from './draft';

/** What an expression may stand for, as far as it can be told without running the code. */
export type Value =
  | PlainValue
  | { kind: 'null' }
  | { kind: 'na'; typeId: string | null }
  | ItemsValue
  | FunctionValue
  /** Something of a package, by its name without the package: `Sys.getenv`. */
  | { kind: 'library'; name: string }
  /** A function of ours that stands for one of a package, or for a method. */
  | { kind: 'native'; native: Native }
  /** The value of an input, the parts of its text, or one element of it. */
  | { kind: 'subject'; draft: Draft; part: 'whole' | 'parts' | 'element' }
  | { kind: 'test'; test: Test }
  /** Something that a package keeps, such as a parser. */
  | { kind: 'thing'; thing: Thing }
  /** The default of a parameter, which R computes when it is asked for. */
  | { kind: 'promise'; expression: Expression; scope: Scope }
  /** No value at all: the code ends here. */
  | { kind: 'ended'; how: Ending }
  | UnknownValue;

export type Ending = 'return' | 'fail' | 'break' | 'next';

/** A vector of one element. */
export interface PlainValue {
  kind: 'plain';
  value: string | number | boolean;
  /** What R has it as; null for what follows from the value. */
  typeId: string | null;
}

export interface ItemsValue {
  kind: 'items';
  isList: boolean;
  items: Item[];
  /** Whether some of them are only there in some cases. */
  isOpen: boolean;
  /** How many of them a column has; null if it isn't a matrix. */
  rows: number | null;
}

export interface Item {
  name: string | null;
  value: Value;
}

export interface FunctionValue {
  kind: 'function';
  name: string | null;
  definition: FunctionExpression;
  scope: Scope;
}

export interface UnknownValue {
  kind: 'unknown';
  /** The code that computes it; null if it depends on more than one place. */
  code: string | null;
  typeId: string | null;
  /** Its text, with a hole for each part of it that isn't known; null if none of it is. */
  outline: string | null;
}

/** What a test of the code tells. */
export interface Test {
  /** Null if it can't be told. */
  truth: boolean | null;
  /** What makes it true, or false, just by missing. */
  missing: { whenTrue: Need[]; whenFalse: Need[] };
  /** The only values that an input may have if the script ends where it is true, or false. */
  closed: { whenTrue: Closed[]; whenFalse: Closed[] };
  /** What holds of inputs in each case; null if it can't be said in terms. */
  terms: { whenTrue: Term<Draft>[] | null; whenFalse: Term<Draft>[] | null };
  /** The inputs, and the words of the command line, that it is about. */
  about: readonly object[];
  /** The input that stands for the same: true, where it is true. */
  of: Draft | null;
  /** The word of the command line that it found, where it is true. */
  word: Word | null;
}

/** What a script may find that it lacks. */
export interface Need {
  /** What it is a need of: needs of the same are the same, but for how much they ask for. */
  readonly about: object;
  readonly least: number;
  require(): void;
}

export interface Closed {
  draft: Draft;
  values: (string | number)[];
}

/** A word that a script looks for in its command line: `--rows`, `--rows=`, `rows=`. */
export interface Word {
  readonly draft: Draft;
  /** Notes that another one means the same: `-r` and `--rows`. Returns the one to use. */
  merge(other: Word): Word;
  /** Its value: what follows it. */
  value(): Value;
}

/** A case of the code that runs. */
export interface Case {
  test: Test;
  /** Whether the test holds in it. */
  isTrue: boolean;
  /** Whether it is what is left after a branch that returned. */
  isRest: boolean;
}

/** An object of a package with members and elements of its own. */
export interface Thing {
  /** `thing$name`, `thing[["name"]]` */
  member?(name: string, machine: Interpreter, site: Site): Value | null;
  setMember?(name: string, value: Value, machine: Interpreter): void;
  /** `thing[1]`, `thing[[1]]` */
  index?(key: Value, machine: Interpreter, site: Site): Value | null;
  setIndex?(key: Value, value: Value, machine: Interpreter, site: Site): Value | null;
  elements?(machine: Interpreter, site: Site): Elements | null;
  names?(): Value;
  setNames?(names: readonly string[]): void;
  /** Learns the first name that it has. */
  named?(name: string): void;
  /** Learns that code which isn't known gets it. */
  passedOn?(site: Site): void;
  /** Whether it has elements, as a test. */
  isEmpty?(): Test;
  length?(): Value;
  /** For a number of elements that only the script's caller knows: what makes sure that there are at least so many. */
  atLeast?(count: number): Need;
  /** Whether it is one of some texts, begins with a text, or matches a pattern. */
  compare?(how: 'is' | 'begins', texts: readonly string[], site: Site): Value | null;
  /** What is left of it without a text that it begins with, or its parts. */
  without?(beginning: string, site: Site): Value | null;
  split?(divider: string, site: Site): Value | null;
  /** What it becomes where another branch has this instead. */
  join?(other: Value, test: Test | null): boolean;
  /** What it is in the case that runs; null for itself. */
  narrowed?(machine: Interpreter): Value | null;
  /** `3:thing`, for the number of something. */
  range?(from: number): Value;
  /** Notes the type that a conversion of its elements tells. */
  become?(typeId: string): void;
  /** Whether one of its elements is this text. */
  contains?(text: string, machine: Interpreter, site: Site): Test | null;
}

export interface Elements {
  items: Item[];
  /** Whether there may be any number of them, each like these. */
  isOpen: boolean;
}

/** A function that is known without its code: its formals in their order, and what it does. */
export interface Native {
  formals: readonly string[];
  /** Whether it is still called where one of its arguments ends the code. */
  isLazy?: boolean;
  call(call: Call, machine: Interpreter): Value;
}

/** An argument of a call, which is evaluated when it is asked for, and once. */
export interface Argument {
  name: string | null;
  expression: Expression | null;
  value(): Value;
}

/** A call of a known function, with its arguments by their formals. */
export interface Call {
  /** The value of a formal; undefined if it isn't given. */
  value(formal: string): Value | undefined;
  argument(formal: string): Argument | undefined;
  /** What no formal takes, or `...` does. */
  rest: readonly Argument[];
  /** All arguments as they are written. */
  all: readonly Argument[];
  /** Whether there may be more arguments than are known. */
  isOpen: boolean;
  site: Site;
  code: string | null;
  scope: Scope;
}

/** The names of a file or of a function that runs. */
export interface Scope {
  readonly parent: Scope | null;
  /** The parameters that the call gave no value. */
  readonly missing: Set<string>;
  readonly names: ReadonlyMap<string, Value>;
  /** The scope that has a name; null if none around has it. */
  scopeOf(name: string): Scope | null;
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
  /** Sets a value, or none, without remembering it as a change. */
  restore(name: string, value: Value | undefined): void;
  below(): Scope;
}

/** Evaluates code of the repository as far as it can be told, without running it. */
export interface Interpreter {
  evaluate(expression: Expression, scope: Scope): Value;
  test(expression: Expression, scope: Scope): Test;
  /** @param origin where the call stands: its site, its code, and the names there */
  call(callee: Value, args: readonly Argument[], origin: Origin): Value;
  testOf(value: Value): Test;
  lookup(name: string, scope: Scope): Value | undefined;
  /** What a name means that nothing in the code defines. */
  undefinedNames: ((name: string) => Value | null) | null;
  elements(value: Value, site: Site): Elements | null;
  assign(target: Expression, value: Value, scope: Scope): void;
  /** Runs what only happens in some case. */
  inCase<T>(one: Case | null, work: () => T): T;
  /** Both branches of a test that can't be told, and what holds after them. */
  branch(test: Test, whenTrue: () => Value, whenFalse: () => Value): Value;
  /** Work in any of several cases, or none of them, whose tests can't be told. */
  alternatives(work: readonly { one: Case | null; run: () => Value }[]): Value;
  readonly cases: readonly (Case | null)[];
  /** What holds in the cases around, in terms of inputs; null if that can't be said. */
  terms(): Term<Draft>[] | null;
  /** Makes a need count where it stands, unless that is in some case only. */
  need(need: Need): void;
  /** The script ends here with an error. */
  fail(): Value;
  /** Ends the function around. */
  returned(value: Value): Value;
  /** Runs work whose errors are caught. */
  tryOut(work: () => Value): { needs: Need[]; value: Value };
  /** Reads another file of the repository; false if it isn't there. */
  source(named: Value, call: Call): void;
  /** Counts steps; false if there were too many. */
  spend(steps?: number): boolean;
  note(site: Site, message: string): void;
  /** What a reader keeps: one of each kind. */
  stateOf<T>(kind: new () => T): T;
  /** Inputs that say what a script asks for, so that nobody fills them in. */
  readonly structural: Set<Draft>;
  /** How many loops are around whose rounds can't be told. */
  readonly openLoops: number;
  readonly main: RFile;
  readonly global: Scope;
}

export interface Origin {
  site: Site;
  code: string | null;
  scope: Scope;
}

export const siteOf = ({ file, line }: Span): Site => ({ path: file.path, line });
