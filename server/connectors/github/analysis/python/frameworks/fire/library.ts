import type { Way } from '../../../result/passing';
import { classMember, lineOf } from '../../interpreter/classes';
import type { FoundCommand } from '../../result/found';
import { readDocstring } from '../../signature/docstring';
import { readParameters } from '../../signature/parameters';
import type { Module } from '../../syntax/ast';
import type { Draft } from '../../values/draft';
import { argument, none, subjectOf, textOf } from '../../values/make';
import type {
  CallArguments,
  ClassValue,
  FunctionValue,
  Interpreter,
  NativeCall,
  Scope,
  Value,
} from '../../values/value';
import { functionsOf } from '../functions';
import { Starts } from '../starts';

/** What a script hands to `fire.Fire`. */
export class FireCalls {
  readonly all: (Value | null)[] = [];
}

const fire: NativeCall = (args, machine) => {
  if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
  machine.stateOf(FireCalls).all.push(argument(args, 'component', 0) ?? null);
  return none;
};

export const fireCalls: [string, NativeCall][] = [['fire.Fire', fire]];

/**
 * The commands that fire makes of functions, classes, and dictionaries. It takes every parameter as an option.
 *
 * @see https://google.github.io/python-fire/guide/
 */
export function fireCommands(machine: Interpreter, module: Module, scope: Scope): FoundCommand[] {
  return machine.stateOf(FireCalls).all.flatMap((component) => {
    if (component === null)
      return functionsOf(module, scope)
        .filter(({ name }) => !name.startsWith('_'))
        .map((work) => command(work, [work.name], [], machine));
    return ofComponent(component, [], [], machine);
  });
}

function ofComponent(
  component: Value,
  words: string[],
  above: FoundCommand['inputs'],
  machine: Interpreter,
): FoundCommand[] {
  if (words.length > 4) return [];
  switch (component.kind) {
    case 'function':
      return [command(component, words, above, machine)];
    case 'class':
      return ofClass(component, words, above, machine, null);
    case 'instance':
      return ofClass(component.of, words, above, machine, component);
    case 'dict':
      return [...component.entries.values()].flatMap(({ key, value }) => {
        const word = textOf(key);
        return word === null ? [] : ofComponent(value, [...words, word], above, machine);
      });
    default:
      return [];
  }
}

/** The public methods of a class. Parameters of `__init__` are options of each, and stand before its word. */
function ofClass(
  value: ClassValue,
  words: string[],
  above: FoundCommand['inputs'],
  machine: Interpreter,
  instance: Value | null,
): FoundCommand[] {
  const init = instance === null ? classMember(value, '__init__') : undefined;
  const own = init?.kind === 'function' ? inputsOf(init, words.length, machine) : [];
  const names = new Set(lineOf(value).flatMap((one) => [...one.scope.names.keys()]));
  return [...names].flatMap((name) => {
    const method = classMember(value, name);
    if (method?.kind !== 'function' || name.startsWith('_')) return [];
    return [command(method, [...words, name], [...above, ...own], machine)];
  });
}

function command(
  work: FunctionValue,
  words: string[],
  above: FoundCommand['inputs'],
  machine: Interpreter,
): FoundCommand {
  const inputs = inputsOf(work, words.length, machine);
  return {
    name: words.length === 0 ? null : words.join(' '),
    description: readDocstring(work.definition?.docstring ?? null).summary,
    entry: { kind: 'program', words, endsOptions: false },
    inputs: [...above, ...inputs],
  };
}

function inputsOf(work: FunctionValue, after: number, machine: Interpreter): FoundCommand['inputs'] {
  const read = readParameters(work, machine, 'fire.Fire');
  follow(
    work,
    read.map(({ draft, parameter }) => [parameter.name, draft] as const),
    machine,
  );
  return read.map(({ draft, parameter: { name } }) => {
    // Fire reads lists, tuples and dictionaries as Python writes them, which JSON mostly is.
    if (draft.isList) draft.divider ??= ',';
    draft.booleans ??= ['True', 'False'];
    const way: Way = { by: 'option', flag: `--${name}`, shape: 'value' };
    return { draft, way, after };
  });
}

function follow(
  work: FunctionValue,
  drafts: readonly (readonly [string, Draft])[],
  machine: Interpreter,
): void {
  const keywords = new Map<string, Value>(drafts.map(([name, draft]) => [name, subjectOf(draft)]));
  const args: CallArguments = {
    positional: [],
    keywords,
    isOpen: true,
    site: { path: work.scope.module.path, line: 1 },
    code: () => null,
  };
  machine.call(
    work.self === null && work.parameters[0]?.name === 'self'
      ? { ...work, self: { kind: 'unknown', code: null } }
      : work,
    args,
  );
}
