import type { Site, Term } from '../../values/draft';
import type {
  ClassDefinition,
  Expression,
  FunctionDefinition,
  ItemsForm,
  Module,
  Parameter,
  Statement,
} from '../syntax/ast';
import type { Draft } from './draft';

/** What an expression may stand for, as far as it can be told without running the code. */
export type Value =
  | PlainValue
  | ItemsValue
  | DictValue
  | FunctionValue
  | ClassValue
  | InstanceValue
  /** A member of an Enum. */
  | { kind: 'member'; of: ClassValue; name: string; value: Value }
  | { kind: 'module'; scope: Scope }
  /** Something of a library, by its full name: `os.environ`. */
  | { kind: 'library'; name: string }
  /** A function of ours that stands for one of a library, or for a method. */
  | { kind: 'native'; call: NativeCall }
  /** The value of an input, the parts of its text, or one element of it. */
  | { kind: 'subject'; draft: Draft; part: 'whole' | 'parts' | 'element' }
  /** A value of a type that has a text: `Path('out')`, `Decimal('0.1')`. */
  | { kind: 'typed'; typeId: string; value: Value }
  | { kind: 'test'; test: Test }
  /** Something that a library keeps, such as a parser. */
  | { kind: 'thing'; thing: Thing }
  | UnknownValue;

export interface PlainValue {
  kind: 'plain';
  value: string | number | boolean | null;
  /** Whether a number was written as one with a fraction: `1.0`. */
  isFloat: boolean;
}

export interface ItemsValue {
  kind: 'items';
  form: ItemsForm;
  items: Value[];
  /** Whether some of them are only there in some cases. */
  isOpen?: boolean;
}

export interface DictValue {
  kind: 'dict';
  entries: Map<string, { key: Value; value: Value }>;
}

export interface FunctionValue {
  kind: 'function';
  name: string;
  parameters: readonly Parameter[];
  /** The defaults of its parameters, which Python computes once. */
  defaults: ReadonlyMap<string, Value>;
  /** Null for a lambda, whose result is `result`. */
  definition: FunctionDefinition | null;
  body: readonly Statement[];
  result: Expression | null;
  scope: Scope;
  self: Value | null;
}

export interface ClassValue {
  kind: 'class';
  definition: ClassDefinition;
  bases: Value[];
  /** The names of its body. */
  scope: Scope;
}

export interface InstanceValue {
  kind: 'instance';
  of: ClassValue;
  fields: Map<string, Value>;
}

export interface UnknownValue {
  kind: 'unknown';
  /** The code that computes it; null if it depends on more than one place. */
  code: string | null;
}

/** What a test of the code tells. */
export interface Test {
  /** Null if it can't be told. */
  truth: boolean | null;
  /** What makes it true, or false, just by missing. */
  missing: { whenTrue: Need[]; whenFalse: Need[] };
  /** What holds of inputs in each case; null if it can't be said in terms. */
  terms: { whenTrue: Term<Draft>[] | null; whenFalse: Term<Draft>[] | null };
  /** The only values that make it true, or false. */
  choices: { draft: Draft; values: (string | number)[]; isWhen: boolean } | null;
  /** The input whose value it is about; null if it isn't one alone. */
  of: Draft | null;
}

/** What a script may find that it lacks. */
export interface Need {
  /** What it is a need of: needs of the same are the same, but for how much they ask for. */
  readonly about: object;
  readonly least: number;
  /** Whether it is a need of a word of the command line. */
  readonly isWord?: boolean;
  require(): void;
}

/** An object of a library with attributes and elements of its own. */
export interface Thing {
  attribute?(name: string, machine: Interpreter, site: Site): Value | null;
  call?(args: CallArguments, machine: Interpreter): Value;
  item?(key: Value, machine: Interpreter, site: Site): Value | null;
  slice?(from: number | null, to: number | null): Value;
  elements?(machine: Interpreter, site: Site): Value[] | null;
  /** Takes its elements apart: `a, *rest = thing`. `star` is the place of the one with a star, -1 for none. */
  unpack?(count: number, star: number, machine: Interpreter, site: Site): Value[];
  contains?(key: Value, machine: Interpreter, site: Site): Value | null;
  setItem?(key: Value, value: Value, machine: Interpreter, site: Site): void;
  /** Learns the first name that it has. */
  named?(name: string): void;
  /** Learns that code which isn't known gets it. */
  passedOn?(site: Site): void;
  /** Whether it is one of some texts, for what can be told of it. */
  matches?(texts: readonly string[]): boolean;
  /** Whether each of its elements may or may not be there. */
  readonly isOptional?: boolean;
  /** Whether it is empty, as a test. */
  test?(): Test;
  length?(): Value;
  /** For a number of elements that only the script's caller knows: what makes sure that there are at least so many. */
  atLeast?(count: number): Need;
}

export type NativeCall = (args: CallArguments, machine: Interpreter) => Value;

export interface CallArguments {
  positional: Value[];
  keywords: Map<string, Value>;
  /** Whether more arguments may follow that can't be told. */
  isOpen: boolean;
  site: Site;
  /** The code of each argument: by position, and by name. */
  code: (which: number | string) => string | null;
}

/** How a block of statements ends. */
export type Completion = 'next' | 'return' | 'fail' | 'break' | 'continue';

/** The names of a module, class or function. */
export interface Scope {
  readonly module: Module;
  readonly parent: Scope | null;
  readonly names: ReadonlyMap<string, Value>;
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

/** Evaluates code of the repository as far as it can be told, without running it. */
export interface Interpreter {
  evaluate(expression: Expression, scope: Scope): Value;
  test(expression: Expression, scope: Scope): Test;
  testOf(value: Value): Test;
  run(body: readonly Statement[], scope: Scope): Completion;
  call(callee: Value, args: CallArguments): Value;
  attribute(object: Value, name: string, site: Site): Value;
  elements(value: Value, site: Site): Value[] | null;
  assign(target: Expression, value: Value, scope: Scope): void;
  /** Runs what only happens in some case; the terms say in which one, null if that can't be said. */
  inCase<T>(terms: readonly Term<Draft>[] | null, work: () => T): T;
  /** The terms of the cases around, and whether there are cases that can't be said in terms. */
  readonly cases: { terms: readonly Term<Draft>[]; isUnclear: boolean };
  /**
   * Makes a need count where it stands, unless the code catches its error.
   *
   * @param isCased whether it may count in a case that can be said in terms
   */
  need(need: Need, isCased?: boolean): void;
  /** Notes that the script ends here with an error. */
  fail(): void;
  /** Counts a step; false if there were too many. */
  spend(): boolean;
  note(site: Site, message: string): void;
  /** What a reader keeps: one of each kind. */
  stateOf<T>(kind: new () => T): T;
  /** The loops around whose rounds can't be told, the innermost last. */
  readonly openLoops: readonly Statement[];
  /** Whether a function runs within itself. */
  readonly isRecursive: boolean;
  /** Whether the code is of a function that nothing calls. */
  readonly isSweeping: boolean;
  /** Runs a function of its own in which nothing is known of its arguments. */
  sweep(value: FunctionValue): void;
}
