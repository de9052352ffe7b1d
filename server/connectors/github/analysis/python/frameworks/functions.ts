import type { FoundCommand } from '../result/found';
import { readDocstring } from '../signature/docstring';
import { givenParameters, type ReadParameter, readParameters } from '../signature/parameters';
import type { Module } from '../syntax/ast';
import type { FunctionValue, Interpreter, Scope } from '../values/value';

/** The functions at the top of a script, in the order of the code. */
export function functionsOf(module: Module, scope: Scope): FunctionValue[] {
  return module.body.flatMap((statement) => {
    const value = statement.kind === 'function' ? scope.names.get(statement.definition.name) : undefined;
    return value?.kind === 'function' && value.definition !== null ? [value] : [];
  });
}

/**
 * The function that people mean when they run a script that doesn't run itself: `main`, or its only public one. Null if
 * there isn't one, or if the script calls it with arguments.
 *
 * @param argumentsOf how many arguments the script itself calls a function with; undefined if it doesn't
 */
export function functionCommand(
  module: Module,
  scope: Scope,
  machine: Interpreter,
  argumentsOf: (value: FunctionValue) => number | undefined,
): FoundCommand | null {
  const open = functionsOf(module, scope).filter(({ name }) => !name.startsWith('_'));
  const main = open.find(({ name }) => name === 'main');
  const [only, ...others] = open;
  const chosen = main ?? (others.length === 0 ? only : undefined);
  if (chosen === undefined) return null;
  const called = argumentsOf(chosen);
  const parameters = givenParameters(chosen);
  if (called !== undefined && (called > 0 || parameters.length === 0 || chosen !== main)) return null;
  // It takes a command line rather than values.
  if (parameters.some(({ name }, at) => at === 0 && /^(argv|args|_)$/.test(name))) return null;
  const read = readParameters(chosen, machine, 'def');
  if (chosen !== main && !isForPeople(read)) return null;
  return {
    // It is all that the script does, so that it needs no name of its own.
    name: null,
    description: readDocstring(chosen.definition?.docstring ?? null).summary ?? module.docstring,
    entry: { kind: 'function', name: chosen.name },
    inputs: read.map(({ draft, parameter }) => ({
      ...{ draft, way: { by: 'parameter', name: parameter.name }, after: 0 },
    })),
  };
}

/** Whether people can fill in what a function takes: each parameter that it needs has a type that a form knows. */
const isForPeople = (read: readonly ReadParameter[]): boolean =>
  read.some(({ type }) => type !== null) &&
  read.every(
    ({ draft, type }) =>
      !draft.isRequired || (type !== null && (type.typeId ?? type.choices) !== null) || type?.isList === true,
  );
