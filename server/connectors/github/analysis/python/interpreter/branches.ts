import type { Expression, Statement } from '../syntax/ast';
import { draftIn, join } from '../values/join';
import { opposite } from '../values/make';
import type { Changes, NamedScope } from '../values/scope';
import type { Completion, Interpreter, Need, Test, Value } from '../values/value';
import type { Runner } from './runner';

/** What a failing branch tells: its case must not happen. */
export function refuse(test: Test, machine: Interpreter): void {
  // An error of a case that may never come up asks for nothing.
  if (machine.cases.isUnclear || machine.cases.terms.length > 0) return;
  for (const need of test.missing.whenTrue) need.require();
  closeChoices(test);
}

/** Whether a branch does nothing but show how the script is called. */
function isUsage(body: readonly Statement[]): boolean {
  const shows = body.some(
    (statement) =>
      statement.kind === 'expression' && statement.value.kind === 'call' && showsUsage(statement.value),
  );
  return shows && body.every(({ kind }) => kind === 'expression');
}

const showsUsage = ({ callee, args }: Extract<Expression, { kind: 'call' }>): boolean =>
  (callee.kind === 'name' && /help|usage/i.test(callee.name)) ||
  args.some(({ value }) => value.kind === 'text' && /usage/i.test(value.value));

/** What a test tells of the words of the command line. */
const wordsOf = (test: Test): Test => ({
  ...test,
  missing: { whenTrue: test.missing.whenTrue.filter(({ isWord }) => isWord === true), whenFalse: [] },
  choices: null,
});

/** A test that must not hold tells the only values there are. */
function closeChoices({ choices }: Test): void {
  if (choices !== null && !choices.isWhen) choices.draft.choices ??= [...choices.values];
}

/** Whether a branch replaces a value that isn't one of a list by one of them: `if order not in ('asc', 'desc'): order = 'asc'`. */
function isPutRight({ choices }: Test, changes: Changes): boolean {
  if (choices === null) return false;
  return [...changes].some(([scope, names]) =>
    [...names].some(([name, value]) => {
      const before = scope.names.get(name);
      return (
        before !== undefined &&
        draftIn(before) === choices.draft &&
        value?.kind === 'plain' &&
        choices.values.some((one) => one === value.value)
      );
    }),
  );
}

export function runIf(
  test: Test,
  statement: Extract<Statement, { kind: 'if' }>,
  scope: NamedScope,
  machine: Runner,
): Completion {
  if (test.truth !== null)
    return machine.run(test.truth ? statement.consequence : statement.otherwise, scope);
  const yes = machine.history.branch(() =>
    machine.inCase(test.terms.whenTrue, () => machine.run(statement.consequence, scope)),
  );
  const no = machine.history.branch(() =>
    machine.inCase(test.terms.whenFalse, () => machine.run(statement.otherwise, scope)),
  );
  if (yes.result === 'fail' || (yes.result === 'return' && isComplaint(statement.consequence)))
    refuse(test, machine);
  if (no.result === 'fail') refuse(opposite(test), machine);
  // Words that are missing only bring up the usage.
  if (isUsage(statement.consequence)) refuse(wordsOf(test), machine);
  if (isUsage(statement.otherwise)) refuse(wordsOf(opposite(test)), machine);
  if (isPutRight(test, yes.changes)) closeChoices(test);
  const live = [yes, no].filter(({ result }) => result === 'next');
  merge(
    (live.length === 0 ? [yes, no] : live).map(({ changes }) => changes),
    live.length !== 1,
    [...test.missing.whenTrue, ...test.missing.whenFalse],
  );
  if (yes.result === no.result) return yes.result;
  if (live.length > 0) return 'next';
  return yes.result === 'fail' ? no.result : yes.result;
}

/** Whether a branch says something and then leaves with nothing, or with a number: `print(usage); return 2`. */
export function isComplaint(body: readonly Statement[]): boolean {
  const last = body.at(-1);
  const isLeaving =
    last?.kind === 'return' &&
    (last.value === null ||
      last.value.kind === 'number' ||
      (last.value.kind === 'constant' && last.value.value === null));
  return isLeaving && body.some(({ kind }) => kind === 'expression');
}

/** Puts together what branches changed. If a name keeps its value in some case, that value counts, too. */
export function merge(
  branches: readonly Changes[],
  isAny: boolean,
  lacking: readonly Need[] | null = null,
): void {
  const scopes = new Set(branches.flatMap((changes) => [...changes.keys()]));
  for (const scope of scopes) {
    const names = new Set(branches.flatMap((changes) => [...(changes.get(scope)?.keys() ?? [])]));
    for (const name of names) {
      const before = scope.names.get(name);
      const values = branches.map((changes) =>
        changes.get(scope)?.has(name) === true ? changes.get(scope)?.get(name) : before,
      );
      const [first, ...rest] = values;
      const held = before === undefined || lacking === null ? null : draftIn(before);
      // Only a branch that runs because an input is missing says what the script takes instead of it.
      const isReplaced = held !== null && lacking?.every(({ about }) => about !== held) === true;
      const joined = isReplaced
        ? before
        : rest.reduce<Value | undefined>((left, right) => join(left, right, false), first);
      const value = isAny ? joined : first;
      if (value !== undefined) scope.set(name, value);
    }
  }
}
