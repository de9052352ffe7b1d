import type { Machine } from '../interpreter/machine';
import type { FoundCommand } from '../result/found';
import { type Expression, expressionsIn, type FunctionExpression, type RFile } from '../syntax/ast';
import type { FunctionValue } from '../values/value';
import { type FunctionNotes, headerOf, notesAbove } from './comments';
import { parametersOf } from './parameters';

/** The functions that a script defines at its top, in the order of the code. */
export function functionsOf(file: RFile, machine: Machine): FunctionValue[] {
  return file.body.flatMap((statement) => {
    const definition = functionIn(statement);
    const value = machine.global.names.get(nameOf(statement) ?? '');
    return value?.kind === 'function' && value.definition === definition ? [value] : [];
  });
}

/** `main`, the only function that is exported, or the only one that the script itself doesn't call; else null. */
export function functionCommand(file: RFile, machine: Machine): FoundCommand | null {
  const all = functionsOf(file, machine);
  const open = all.filter(({ name }) => name !== null && !name.startsWith('.') && !isUsed(name, file));
  // Several functions that are explained to others are a library.
  const explained = all.filter(({ definition }) => notesAbove(file, definition.line).title !== null);
  const exported = all.filter(({ definition }) => notesAbove(file, definition.line).isExported);
  const chosen =
    all.find(({ name }) => name === 'main') ??
    all.find(({ name }) => name === 'run') ??
    (exported.length === 1 ? exported[0] : open.length === 1 && explained.length <= 1 ? open[0] : undefined);
  if (chosen === undefined || chosen.name === null) return null;
  const notes = notesAbove(file, chosen.definition.line);
  return {
    // It is all that the script does, so that it needs no name of its own.
    name: null,
    description: notes.title ?? headerOf(file),
    entry: { kind: 'function', name: chosen.name },
    inputs: parametersOf(chosen, notes, machine),
  };
}

/** Whether the code of a file has a function's name somewhere else than where it is defined. */
function isUsed(name: string, file: RFile): boolean {
  for (const statement of file.body) {
    const inner = nameOf(statement) === name ? functionIn(statement) : null;
    for (const expression of expressionsIn([inner?.body ?? statement]))
      if (inner === null && expression.kind === 'name' && expression.name === name) return true;
  }
  return false;
}

/** The endpoints of plumber, each a command: `#* @get /mean`. */
export function endpointCommands(file: RFile, machine: Machine): FoundCommand[] {
  return file.body.flatMap((statement) => {
    const definition = functionIn(statement);
    if (definition === null) return [];
    const notes = notesAbove(file, statement.line);
    const name = nameOf(statement);
    return notes.endpoints.map((endpoint): FoundCommand => {
      const value: FunctionValue = { kind: 'function', name, definition, scope: machine.global };
      return {
        name: endpoint,
        description: notes.title,
        entry: { kind: 'function', name: name ?? endpoint },
        inputs: parametersOf(value, withPath(notes, endpoint), machine),
      };
    });
  });
}

/** `/orders/<id:int>` tells the type of an argument, too. */
function withPath(notes: FunctionNotes, endpoint: string): FunctionNotes {
  const params = new Map(notes.params);
  for (const [, name = '', type = ''] of endpoint.matchAll(/<([\w.]+):(\w+)>/g)) {
    const told = params.get(name) ?? '';
    if (!told.startsWith(':')) params.set(name, `:${type} ${told}`);
  }
  return { ...notes, params };
}

const functionIn = (statement: Expression): FunctionExpression | null => {
  if (statement.kind === 'function') return statement;
  return statement.kind === 'assign' && statement.value.kind === 'function' ? statement.value : null;
};

const nameOf = (statement: Expression): string | null => {
  if (statement.kind !== 'assign') return null;
  const { target } = statement;
  return target.kind === 'name' ? target.name : target.kind === 'text' ? target.value : null;
};
