import type { Statement } from '../syntax/ast';
import { plainTest, unknown } from '../values/make';
import type { NamedScope } from '../values/scope';
import type { Completion, Test } from '../values/value';
import { merge } from './branches';
import type { Runner } from './runner';

export function runFor(
  statement: Extract<Statement, { kind: 'for' }>,
  scope: NamedScope,
  machine: Runner,
): Completion {
  const site = { path: scope.module.path, line: statement.line };
  const iterable = machine.evaluate(statement.iterable, scope);
  const elements = machine.elements(iterable, site);
  if (elements === null) {
    machine.assign(statement.target, unknown, scope);
    machine.inCase(null, () => machine.inOpenLoop(statement, () => machine.run(statement.body, scope)));
    return 'next';
  }
  const isOptional = iterable.kind === 'thing' && iterable.thing.isOptional === true;
  for (const element of elements) {
    if (!machine.spend()) return 'next';
    if (isOptional) {
      machine.assign(statement.target, element, scope);
      const { changes } = machine.history.branch(() =>
        machine.inCase(null, () => machine.run(statement.body, scope)),
      );
      merge([changes, new Map()], true);
      continue;
    }
    machine.assign(statement.target, element, scope);
    const end = machine.run(statement.body, scope);
    if (end === 'return' || end === 'fail') return end;
    if (end === 'break') return 'next';
  }
  return machine.run(statement.otherwise, scope);
}

export function runWith(
  statement: Extract<Statement, { kind: 'with' }>,
  scope: NamedScope,
  machine: Runner,
): Completion {
  const site = { path: scope.module.path, line: statement.line };
  const leave: (() => void)[] = [];
  for (const { value, target } of statement.items) {
    const manager = machine.evaluate(value, scope);
    const entered = manager.kind === 'thing' ? manager.thing.attribute?.('__enter__', machine, site) : null;
    const inside =
      entered?.kind === 'native'
        ? entered.call(
            { positional: [], keywords: new Map(), isOpen: false, site, code: () => null },
            machine,
          )
        : manager;
    if (manager.kind === 'thing') {
      const { thing } = manager;
      leave.push(() => {
        const exit = thing.attribute?.('__exit__', machine, site);
        if (exit?.kind === 'native')
          exit.call({ positional: [], keywords: new Map(), isOpen: false, site, code: () => null }, machine);
      });
    }
    if (target !== null) machine.assign(target, inside, scope);
  }
  const end = machine.run(statement.body, scope);
  for (const work of leave.reverse()) work();
  return end;
}

export function runMatch(
  statement: Extract<Statement, { kind: 'match' }>,
  scope: NamedScope,
  machine: Runner,
): Completion {
  const subject = machine.evaluate(statement.subject, scope);
  for (const { values, body } of statement.cases) {
    const literals = values.flatMap((value) =>
      value.kind === 'text' || value.kind === 'number' ? [value.value] : [],
    );
    const test: Test =
      subject.kind === 'subject' && literals.length > 0
        ? {
            ...plainTest(null),
            terms: { whenTrue: [{ draft: subject.draft, test: 'is', values: literals }], whenFalse: null },
          }
        : plainTest(null);
    if (subject.kind === 'subject')
      for (const literal of literals) subject.draft.compared.add(String(literal));
    const { changes } = machine.history.branch(() =>
      machine.inCase(test.terms.whenTrue, () => machine.run(body, scope)),
    );
    merge([changes, new Map()], true);
  }
  return 'next';
}
