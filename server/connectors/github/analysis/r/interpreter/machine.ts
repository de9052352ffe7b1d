import type { Site, Term } from '../../values/draft';
import type { Expression, RFile } from '../syntax/ast';
import type { Draft } from '../values/draft';
import { join } from '../values/join';
import { ended, nothing, unknown } from '../values/make';
import { type Changes, History, NamedScope } from '../values/scope';
import { plainTest, sameNeeds, unionOf } from '../values/tests';
import type {
  Argument,
  Call,
  Case,
  Elements,
  Native,
  Need,
  Origin,
  Scope,
  Test,
  Value,
} from '../values/value';
import { assign } from './assign';
import { callFunction, callNative, callUnknown } from './calls';
import { elementsOf } from './elements';
import { evaluate } from './evaluate';
import type { Frame, Runner } from './runner';
import { testOfValue } from './truth';

/** Enough for scripts of many thousand lines; whatever takes more is made to take more. */
const mostSteps = 250_000;
/** How deep calls and expressions may nest, so that the stack lasts. */
const deepest = 400;

/** Reads other files of the repository for the code that runs. */
export type Sourcing = (named: Value, call: Call, machine: Machine) => void;

/** Evaluates code without running it: what it can't tell stays unknown, and both branches of a test are followed. */
export class Machine implements Runner {
  readonly history = new History();
  readonly global = new NamedScope(null, this.history);
  readonly notes: { site: Site; message: string }[] = [];
  /** The functions whose bodies were read. */
  readonly visited = new Set<object>();
  readonly frames: Frame[] = [];
  readonly structural = new Set<Draft>();
  isOverdrawn = false;
  isSweeping = false;
  cases: readonly (Case | null)[] = [];
  openLoops = 0;
  undefinedNames: ((name: string) => Value | null) | null = null;

  private readonly states = new Map<new () => unknown, unknown>();
  private rest: Case | null = null;
  private tried: Need[] | null = null;
  private steps = 0;
  private depth = 0;

  constructor(
    readonly main: RFile,
    readonly libraries: ReadonlyMap<string, Native>,
    private readonly sourcing: Sourcing,
    /** What stands for some of the code: inputs for the values that people edit. */
    private readonly settings: ReadonlyMap<Expression, Value>,
  ) {}

  spend(steps = 1): boolean {
    this.steps += steps;
    if (this.steps > mostSteps) this.isOverdrawn = true;
    return !this.isOverdrawn;
  }

  evaluate(expression: Expression, scope: Scope): Value {
    if (!this.spend() || this.depth >= deepest) return unknown;
    this.depth += 1;
    const value = this.settings.get(expression) ?? evaluate(expression, scope, this);
    this.depth -= 1;
    return value;
  }

  test(expression: Expression, scope: Scope): Test {
    return testOfValue(this.evaluate(expression, scope));
  }

  testOf(value: Value): Test {
    return testOfValue(value);
  }

  /** What a name means that nothing in the code defines. */
  undefinedName(name: string): Value | null {
    return this.undefinedNames?.(name) ?? null;
  }

  /** Runs statements one after the other. The value is that of the last one. */
  run(body: readonly Expression[], scope: Scope): Value {
    let value: Value = nothing;
    for (const [at, statement] of body.entries()) {
      value = this.evaluate(statement, scope);
      if (value.kind === 'ended') return value;
      const { rest } = this;
      this.rest = null;
      if (rest !== null && at + 1 < body.length)
        return this.inCase(rest, () => this.run(body.slice(at + 1), scope));
    }
    return value;
  }

  lookup(name: string, scope: Scope): Value | undefined {
    const holder = scope.scopeOf(name);
    const value = holder?.names.get(name);
    if (holder === null || value?.kind !== 'promise') return value;
    // A default that asks for itself has no value.
    holder.restore(name, unknown);
    const forced = this.evaluate(value.expression, value.scope);
    holder.restore(name, forced);
    return forced;
  }

  elements(value: Value, site: Site): Elements | null {
    return elementsOf(value, site, this);
  }

  assign(target: Expression, value: Value, scope: Scope): void {
    assign(target, value, scope, this);
  }

  call(callee: Value, args: readonly Argument[], origin: Origin): Value {
    if (!this.spend() || this.depth >= deepest) return unknown;
    switch (callee.kind) {
      case 'function':
        return callFunction(callee, args, this);
      case 'native':
        return callNative(callee.native, args, origin, this);
      case 'library': {
        const native = this.libraries.get(callee.name);
        return native === undefined
          ? callUnknown(args, origin, this)
          : callNative(native, args, origin, this);
      }
      default:
        return callUnknown(args, origin, this);
    }
  }

  inCase<T>(one: Case | null, work: () => T): T {
    const before = this.cases;
    this.cases = [...before, one];
    const result = work();
    this.cases = before;
    this.rest = null;
    return result;
  }

  branch(test: Test, whenTrue: () => Value, whenFalse: () => Value): Value {
    if (test.truth !== null) return test.truth ? whenTrue() : whenFalse();
    const a = this.history.branch(() => this.inCase({ test, isTrue: true, isRest: false }, whenTrue));
    // Where one branch ends the script, the other one is what runs in every case.
    if (isFailure(a.result)) return whenFalse();
    const b = this.history.branch(() => this.inCase({ test, isTrue: false, isRest: false }, whenFalse));
    if (isFailure(b.result)) return this.keep(a);
    if (a.result.kind === 'ended' && b.result.kind === 'ended')
      return a.result.how === b.result.how ? a.result : ended('return');
    if (a.result.kind === 'ended') {
      const value = this.keep(b);
      this.rest = { test, isTrue: false, isRest: true };
      return value;
    }
    if (b.result.kind === 'ended') {
      const value = this.keep(a);
      this.rest = { test, isTrue: true, isRest: true };
      return value;
    }
    this.merge(a.changes, b.changes, test);
    return join(a.result, b.result, test);
  }

  alternatives(work: readonly { one: Case | null; run: () => Value }[]): Value {
    const done = work
      .map(({ one, run }) => {
        const { changes, result } = this.history.branch(() => this.inCase(one, run));
        // What was there before stands in for an input that the case is about.
        const merged = this.history.branch(() => this.merge(changes, new Map(), one?.test ?? null));
        return { changes: merged.changes, result };
      })
      .filter(({ result }) => !isFailure(result));
    const [first, ...others] = done;
    if (first === undefined) return ended('fail');
    if (others.length === 0) return this.keep(first);
    let { changes, result } = first;
    for (const other of others) {
      const merged = this.history.branch(() => this.merge(changes, other.changes, null));
      changes = merged.changes;
      result =
        result.kind === 'ended'
          ? other.result
          : other.result.kind === 'ended'
            ? result
            : join(result, other.result, plainCase);
    }
    this.history.apply(changes);
    return result.kind === 'ended' && done.some((one) => one.result.kind !== 'ended') ? unknown : result;
  }

  private keep({ changes, result }: { changes: Changes; result: Value }): Value {
    this.history.apply(changes);
    return result;
  }

  private merge(a: Changes, b: Changes, test: Test | null): void {
    for (const scope of new Set([...a.keys(), ...b.keys()])) {
      const [left, right] = [a.get(scope), b.get(scope)];
      for (const name of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
        const before = scope.names.get(name);
        const value = join(
          left?.has(name) === true ? left.get(name) : before,
          right?.has(name) === true ? right.get(name) : before,
          test ?? plainCase,
        );
        scope.set(name, value);
      }
    }
  }

  terms(): Term<Draft>[] | null {
    const terms: Term<Draft>[] = [];
    for (const one of this.cases) {
      const said = one === null ? null : one.isTrue ? one.test.terms.whenTrue : one.test.terms.whenFalse;
      if (said === null) return null;
      terms.push(...said);
    }
    return terms.length > 8 ? null : terms;
  }

  need(need: Need): void {
    if (this.isSweeping || this.cases.some((one) => one === null || !one.isRest)) return;
    if (this.tried !== null) this.tried.push(need);
    else need.require();
  }

  fail(): Value {
    const cases = this.cases.flatMap((one) => one ?? []);
    const direct = cases.filter((one) => !one.isRest);
    const held = direct.length > 0 ? direct : cases;
    const isClear = !this.cases.includes(null);
    const needs = sameNeeds(
      held.map(({ test: { missing }, isTrue }) => missing[isTrue ? 'whenTrue' : 'whenFalse']),
    );
    const closed = unionOf(held.map(({ test, isTrue }) => test.closed[isTrue ? 'whenTrue' : 'whenFalse']));
    if (this.tried === null && !this.isSweeping) {
      if (isClear) for (const need of needs) need.require();
      for (const { draft, values } of closed) draft.close(values);
    } else if (this.tried !== null && isClear) this.tried.push(...needs);
    return ended('fail');
  }

  returned(value: Value): Value {
    const frame = this.frames.at(-1);
    const one = this.cases.slice(frame?.cases ?? 0).at(-1) ?? null;
    frame?.returns.push({ value, one });
    return ended('return');
  }

  tryOut(work: () => Value): { needs: Need[]; value: Value } {
    const before = this.tried;
    const needs: Need[] = [];
    this.tried = needs;
    const value = work();
    this.tried = before;
    return { needs, value };
  }

  inOpenLoop(work: () => Value): void {
    this.openLoops += 1;
    const { changes } = this.history.branch(() => this.inCase(null, work));
    this.openLoops -= 1;
    this.merge(changes, new Map(), null);
  }

  source(named: Value, call: Call): void {
    this.sourcing(named, call, this);
  }

  note(site: Site, message: string): void {
    const isKnown = this.notes.some((note) => note.message === message && note.site.line === site.line);
    if (this.notes.length < 200 && !isKnown) this.notes.push({ site, message });
  }

  stateOf<T>(kind: new () => T): T {
    const known = this.states.get(kind);
    if (known instanceof kind) return known;
    const made = new kind();
    this.states.set(kind, made);
    return made;
  }
}

const isFailure = (value: Value): boolean => value.kind === 'ended' && value.how === 'fail';

/** Tells nothing of any input. */
const plainCase: Test = plainTest(null);
