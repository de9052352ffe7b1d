import type { ClassDefinition, FunctionDefinition, Statement } from '../syntax/ast';
import { opposite, unknown } from '../values/make';
import type { NamedScope } from '../values/scope';
import type { ClassValue, Completion, FunctionValue, Interpreter, Value } from '../values/value';
import { runFor, runMatch, runWith } from './blocks';
import { refuse, runIf } from './branches';
import { runTry } from './errors';
import { binary } from './operators';
import type { Runner } from './runner';

/** Runs statements, and returns how the block ends as far as that can be told. */
export function runBlock(body: readonly Statement[], scope: NamedScope, machine: Runner): Completion {
  for (const statement of body) {
    if (!machine.spend()) return 'next';
    const completion = runStatement(statement, scope, machine);
    if (completion !== 'next') return completion;
  }
  return 'next';
}

function runStatement(statement: Statement, scope: NamedScope, machine: Runner): Completion {
  switch (statement.kind) {
    case 'expression':
      machine.evaluate(statement.value, scope);
      return machine.takeFailure() ? 'fail' : 'next';
    case 'assign': {
      if (statement.value === null) return 'next';
      const value = machine.evaluate(statement.value, scope);
      for (const target of statement.targets) machine.assign(target, value, scope);
      return machine.takeFailure() ? 'fail' : 'next';
    }
    case 'augment': {
      const value = machine.evaluate(statement.value, scope);
      const before = machine.evaluate(statement.target, scope);
      const site = { path: scope.module.path, line: statement.line };
      machine.assign(
        statement.target,
        binary(statement.operator, before, value, machine, site) ?? unknown,
        scope,
      );
      return 'next';
    }
    case 'function':
      scope.set(
        statement.definition.name,
        machine.define(
          functionOf(statement.definition, scope, machine),
          statement.definition.decorators,
          scope,
        ),
      );
      return 'next';
    case 'class':
      scope.set(statement.definition.name, classOf(statement.definition, scope, machine));
      for (const decorator of statement.definition.decorators) machine.evaluate(decorator, scope);
      return 'next';
    case 'return':
      if (statement.value !== null) machine.returned(machine.evaluate(statement.value, scope));
      return machine.takeFailure() ? 'fail' : 'return';
    case 'if':
      return runIf(machine.test(statement.test, scope), statement, scope, machine);
    case 'for':
      return runFor(statement, scope, machine);
    case 'while': {
      const { truth } = machine.test(statement.test, scope);
      if (truth === false) return runBlock(statement.otherwise, scope, machine);
      const end = machine.inOpenLoop(statement, () => runBlock(statement.body, scope, machine));
      return end === 'return' || (end === 'fail' && truth === true) ? end : 'next';
    }
    case 'with':
      return runWith(statement, scope, machine);
    case 'try':
      return runTry(statement, scope, machine);
    case 'import':
      for (const { module, alias } of statement.names) machine.importModule(scope, module, alias);
      return 'next';
    case 'import-from':
      machine.importFrom(scope, statement.module, statement.names, statement.line);
      return 'next';
    case 'assert':
      refuse(opposite(machine.test(statement.test, scope)), machine);
      return 'next';
    case 'raise':
      if (statement.value !== null) machine.evaluate(statement.value, scope);
      machine.takeFailure();
      return 'fail';
    case 'match':
      return runMatch(statement, scope, machine);
    case 'jump':
      return statement.word;
    case 'delete':
    case 'nothing':
      return 'next';
  }
}

export function functionOf(
  definition: FunctionDefinition,
  scope: NamedScope,
  machine: Interpreter,
): FunctionValue {
  const defaults = new Map<string, Value>();
  for (const { name, fallback } of definition.parameters)
    if (fallback !== null) defaults.set(name, machine.evaluate(fallback, scope));
  const { name, parameters, body } = definition;
  return { kind: 'function', name, parameters, defaults, definition, body, result: null, scope, self: null };
}

function classOf(definition: ClassDefinition, scope: NamedScope, machine: Runner): ClassValue {
  const bases = definition.bases.map((base) => machine.evaluate(base, scope));
  const inside = scope.below();
  runBlock(definition.body, inside, machine);
  return { kind: 'class', definition, bases, scope: inside };
}
