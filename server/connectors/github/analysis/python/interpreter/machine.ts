import type { Site, Term } from '../../values/draft';
import { builtins } from '../builtins/functions';
import type { Expression, Statement } from '../syntax/ast';
import type { Draft } from '../values/draft';
import { join } from '../values/join';
import { none, unknown } from '../values/make';
import { History, NamedScope } from '../values/scope';
import type {
  CallArguments,
  ClassValue,
  Completion,
  FunctionValue,
  Interpreter,
  NativeCall,
  Need,
  Scope,
  Test,
  Value,
} from '../values/value';
import { assign } from './assign';
import { attributeOf, elementsOf } from './attributes';
import { bind, construct } from './calls';
import { libraryBases } from './classes';
import { decorated } from './decorators';
import { evaluate } from './expressions';
import { type Importer, importFrom, importModule } from './imports';
import type { Runner } from './runner';
import { runBlock } from './statements';
import { testOfExpression, testOfValue } from './tests';

/** What the readers of libraries bring along. */
export interface Libraries {
  /** Functions and classes, by their full names. */
  calls: ReadonlyMap<string, NativeCall>;
  /** Values, such as `sys.argv`. */
  values: ReadonlyMap<string, (machine: Interpreter) => Value>;
  /** Classes whose own classes mean something when an instance is made, by their full names. */
  classes: ReadonlyMap<string, (value: ClassValue, args: CallArguments, machine: Interpreter) => Value>;
}

/** Enough for scripts of many thousand lines; whatever takes more is made to take more. */
const mostSteps = 250_000;
/** How deep calls and expressions may nest, so that the stack lasts. */
const deepest = 350;
const mostCallsWithin = 24;

/** Evaluates code without running it: what it can't tell stays unknown, and both branches of a test are followed. */
export class Machine implements Runner {
  readonly history = new History();
  readonly notes: { site: Site; message: string }[] = [];
  /** The functions whose bodies were read, with the most arguments they were called with; -1 if nothing calls them. */
  readonly visited = new Map<object, number>();
  isOverdrawn = false;
  cases: { terms: readonly Term<Draft>[]; isUnclear: boolean } = { terms: [], isUnclear: false };

  private readonly states = new Map<new () => unknown, unknown>();
  private readonly frames: { returns: Value[] }[] = [];
  private readonly active: object[] = [];
  readonly openLoops: Statement[] = [];
  isSweeping = false;
  private readonly values = new Map<string, Value>();
  private tried: Need[] | null = null;
  private steps = 0;
  private depth = 0;
  private hasFailed = false;

  constructor(
    private readonly libraries: Libraries,
    private readonly importer: (machine: Machine) => Importer,
  ) {}

  spend(): boolean {
    this.steps += 1;
    if (this.steps > mostSteps) this.isOverdrawn = true;
    return !this.isOverdrawn;
  }

  evaluate(expression: Expression, scope: Scope): Value {
    if (!this.spend() || this.depth >= deepest) return unknown;
    this.depth += 1;
    const value = evaluate(expression, scope, this);
    this.depth -= 1;
    return value.kind === 'library' ? this.libraryValue(value) : value;
  }

  test(expression: Expression, scope: Scope): Test {
    if (!this.spend() || this.depth >= deepest) return testOfValue(unknown);
    this.depth += 1;
    const test = testOfExpression(expression, scope, this);
    this.depth -= 1;
    return test;
  }

  testOf(value: Value): Test {
    return testOfValue(value);
  }

  run(body: readonly Statement[], scope: Scope): Completion {
    if (!(scope instanceof NamedScope) || this.depth >= deepest) return 'next';
    this.depth += 2;
    const completion = runBlock(body, scope, this);
    this.depth -= 2;
    return completion;
  }

  attribute(object: Value, name: string, site: Site): Value {
    const value = attributeOf(object, name, site, this);
    return value.kind === 'library' ? this.libraryValue(value) : value;
  }

  private libraryValue(value: Extract<Value, { kind: 'library' }>): Value {
    const known = this.values.get(value.name);
    if (known !== undefined) return known;
    const make = this.libraries.values.get(value.name);
    if (make === undefined) return value;
    const made = make(this);
    this.values.set(value.name, made);
    return made;
  }

  elements(value: Value, site: Site): Value[] | null {
    return elementsOf(value, site, this);
  }

  call(callee: Value, args: CallArguments): Value {
    switch (callee.kind) {
      case 'function':
        return this.callFunction(callee, args);
      case 'class': {
        for (const base of libraryBases(callee)) {
          const make = this.libraries.classes.get(base);
          if (make !== undefined) return make(callee, args, this);
        }
        return construct(callee, args, this);
      }
      case 'native':
        return callee.call(args, this);
      case 'library': {
        const call = this.libraries.calls.get(callee.name) ?? builtins.get(callee.name);
        return call === undefined ? this.callUnknown(callee.name, args) : call(args, this);
      }
      case 'thing':
        return callee.thing.call?.(args, this) ?? unknown;
      case 'instance': {
        const method = this.attribute(callee, '__call__', args.site);
        return method.kind === 'function' ? this.callFunction(method, args) : unknown;
      }
      default:
        return this.callUnknown('', args);
    }
  }

  /** Code that isn't known may read all that it gets. */
  private callUnknown(name: string, { positional, site }: CallArguments): Value {
    if (!/^(print|repr|type|id|isinstance|logging\.\w+|logger\.\w+)$/.test(name))
      for (const value of positional.slice(0, 20)) if (value.kind === 'thing') value.thing.passedOn?.(site);
    return unknown;
  }

  private callFunction(callee: FunctionValue, args: CallArguments): Value {
    const identity = callee.definition ?? callee.parameters;
    const isRecursive = this.active.filter((one) => one === identity).length > 1;
    if (
      isRecursive ||
      this.active.length >= mostCallsWithin ||
      this.depth >= deepest ||
      !(callee.scope instanceof NamedScope)
    )
      return unknown;
    const scope = callee.scope.below();
    bind(callee, args, scope);
    const count = this.isSweeping ? -1 : args.positional.length + args.keywords.size;
    this.visited.set(identity, Math.max(this.visited.get(identity) ?? -1, count));
    this.active.push(identity);
    const frame = { returns: [] as Value[] };
    this.frames.push(frame);
    // The loops around a call don't end with it.
    const end = callee.result === null ? this.run(callee.body, scope) : 'return';
    if (callee.result !== null) frame.returns.push(this.evaluate(callee.result, scope));
    this.frames.pop();
    this.active.pop();
    if (end === 'fail' && frame.returns.length === 0) this.hasFailed = true;
    const [first, ...rest] = frame.returns;
    return first === undefined ? none : rest.reduce<Value>((left, right) => join(left, right), first);
  }

  sweep(value: FunctionValue): void {
    const isMethod = value.self === null && value.parameters[0]?.name === 'self';
    this.isSweeping = true;
    this.callFunction(isMethod ? { ...value, self: unknown } : value, {
      ...{
        positional: [],
        keywords: new Map(),
        isOpen: true,
        site: { path: value.scope.module.path, line: value.definition?.line ?? 1 },
      },
      code: () => null,
    });
    this.isSweeping = false;
    this.hasFailed = false;
  }

  returned(value: Value): void {
    this.frames.at(-1)?.returns.push(value);
  }

  fail(): void {
    this.hasFailed = true;
  }

  get isRecursive(): boolean {
    return new Set(this.active).size < this.active.length;
  }

  takeFailure(): boolean {
    const has = this.hasFailed;
    this.hasFailed = false;
    return has;
  }

  inCase<T>(terms: readonly Term<Draft>[] | null, work: () => T): T {
    const before = this.cases;
    const isUnclear = before.isUnclear || terms === null;
    this.cases = {
      terms: terms === null ? before.terms : [...before.terms, ...terms].slice(0, 8),
      isUnclear,
    };
    const result = work();
    this.cases = before;
    return result;
  }

  need(need: Need, isCased = false): void {
    if (this.cases.isUnclear || (this.cases.terms.length > 0 && !isCased)) return;
    if (this.tried !== null) this.tried.push(need);
    else need.require();
  }

  tryOut<T>(work: () => T): { needs: Need[]; result: T } {
    const before = this.tried;
    const needs: Need[] = [];
    this.tried = needs;
    const result = work();
    this.tried = before;
    return { needs, result };
  }

  inOpenLoop(loop: Statement, work: () => Completion): Completion {
    this.openLoops.push(loop);
    const end = work();
    this.openLoops.pop();
    return end;
  }

  note(site: Site, message: string): void {
    if (
      this.notes.length < 200 &&
      !this.notes.some((note) => note.message === message && note.site.line === site.line)
    )
      this.notes.push({ site, message });
  }

  stateOf<T>(kind: new () => T): T {
    const known = this.states.get(kind);
    if (known instanceof kind) return known;
    const made = new kind();
    this.states.set(kind, made);
    return made;
  }

  define(value: FunctionValue, decorators: readonly Expression[], scope: NamedScope): Value {
    return decorated(value, decorators, scope, this);
  }

  assign(target: Expression, value: Value, scope: Scope): void {
    assign(target, value, scope, this);
  }

  importModule(scope: NamedScope, name: string, alias: string | null): void {
    importModule(scope, name, alias, this.importer(this));
  }

  importFrom(
    scope: NamedScope,
    module: string,
    names: { name: string; alias: string | null }[] | null,
    line: number,
  ): void {
    importFrom(scope, { module, names, line }, this.importer(this), this);
  }
}
