import type { ScriptAnalysis, ScriptCommand, ScriptNote } from '../script';
import { Answers } from './frameworks/answers/answers';
import { argvInputs } from './frameworks/argv/library';
import { Variables } from './frameworks/environment/variables';
import { functionCommand } from './frameworks/functions';
import { libraries, libraryCommands } from './frameworks/libraries';
import { Starts } from './frameworks/starts';
import { Machine } from './interpreter/machine';
import { moduleImporter } from './program/importer';
import { loadModules, type Program, statementsIn } from './program/load-modules';
import { doesSomething, onlyDefines } from './result/effects';
import { finishCommand } from './result/finish';
import type { FoundCommand } from './result/found';
import type { Module } from './syntax/ast';
import type { NamedScope } from './values/scope';

/**
 * Finds out what a Python script can be asked for, without running it.
 *
 * @param files the texts of the Python files of the repository, by path: imports are followed into them
 * @param path the script
 */
export async function readPython(files: ReadonlyMap<string, string>, path: string): Promise<ScriptAnalysis> {
  const program = await loadModules(files, path);
  const { script } = program;
  if (script === null) {
    const reason = files.has(path)
      ? 'Its code takes too many steps to parse.'
      : "It isn't in the repository.";
    return { commands: [], unavailable: reason, notes: [], errorLine: null, followed: [] };
  }
  const importing = moduleImporter(files, program);
  const machine = new Machine(libraries, importing.importer);
  const scope = importing.start(machine, script);
  // Commands of libraries run their functions, so that only what is left is swept.
  const parsed = libraryCommands(machine, script, scope);
  sweep(script, scope, machine);
  const found = parsed.length > 0 ? parsed : libraryCommands(machine, script, scope);
  const commands = commandsOf(script, scope, machine, found);
  const unavailable = whyUnavailable(script, commands, found.length > 0, machine);
  return {
    commands: worthKnowing(commands, unavailable, machine),
    unavailable,
    notes: notesOf(program, machine),
    errorLine: script.errorLine,
    followed: importing.followed(),
  };
}

/** What a module reads on behalf of those that import it is told, too, though there is nothing to run in it. */
function worthKnowing(
  commands: readonly FoundCommand[],
  unavailable: string | null,
  machine: Machine,
): ScriptCommand[] {
  const isOfOthers =
    unavailable !== null && commands.some(({ inputs }) => inputs.some(({ way }) => way.by !== 'environment'));
  if (isOfOthers || machine.stateOf(Answers).refusal !== null) return [];
  const told = unavailable === null ? commands : commands.filter(({ inputs }) => inputs.length > 0);
  return told.slice(0, mostCommands).map(finishCommand);
}

/** More commands than this aren't written by hand. */
const mostCommands = 300;

/** Reads the functions of a script that nothing calls, since a library may: what they ask for is asked, too. */
function sweep(script: Module, scope: NamedScope, machine: Machine): void {
  for (const statement of statementsIn(script.body)) {
    if (statement.kind !== 'function' || machine.visited.has(statement.definition)) continue;
    const { definition } = statement;
    const { name, parameters, body } = definition;
    machine.sweep({
      kind: 'function',
      name,
      parameters,
      defaults: new Map(),
      definition,
      body,
      result: null,
      scope,
      self: null,
    });
  }
}

function commandsOf(
  script: Module,
  scope: NamedScope,
  machine: Machine,
  parsed: readonly FoundCommand[],
): FoundCommand[] {
  const argv = argvInputs(machine);
  const around = [...machine.stateOf(Variables).found(), ...machine.stateOf(Answers).found()];
  if (parsed.length > 0)
    return parsed.map((command) => ({ ...command, inputs: [...command.inputs, ...around] }));
  const called =
    argv.length > 0 || machine.stateOf(Answers).found().length > 0
      ? null
      : functionCommand(script, scope, machine, ({ definition }) =>
          definition === null ? undefined : timesCalled(machine.visited.get(definition)),
        );
  if (called !== null) return [{ ...called, inputs: [...called.inputs, ...around] }];
  return [
    {
      ...{ name: null, description: script.docstring ?? headerOf(script) },
      ...{ entry: { kind: 'program', words: [], endsOptions: false }, inputs: [...argv, ...around] },
    },
  ];
}

/** How many arguments the script calls a function with; undefined if it doesn't call it. */
const timesCalled = (count: number | undefined): number | undefined =>
  count === undefined || count < 0 ? undefined : count;

/** The comments at the top of a script. */
function headerOf({ comments }: Module): string | null {
  const lines: string[] = [];
  for (let line = 1; line < 50; line += 1) {
    const comment = comments.get(line);
    if (comment === undefined) break;
    if (!/^(!|-\*-|coding|vim:|pylint|noqa|type:|\/)/.test(comment.trim())) lines.push(comment);
  }
  return lines.length === 0 ? null : lines.join('\n');
}

function whyUnavailable(
  script: Module,
  commands: readonly FoundCommand[],
  isParsed: boolean,
  machine: Machine,
): string | null {
  const { refusal } = machine.stateOf(Answers);
  if (refusal !== null) return refusal;
  const isStarted = machine.stateOf(Starts).isStarted || doesSomething(script);
  const isAsked = commands.some(
    ({ entry, inputs }) =>
      entry.kind === 'function' || (!isParsed && inputs.some(({ way }) => way.by !== 'environment')),
  );
  if (isStarted || isAsked) return null;
  return isParsed
    ? 'It defines a command line, but nothing in it starts it: there is nothing to run.'
    : onlyDefines(script);
}

function notesOf({ modules, cut }: Program, machine: Machine): ScriptNote[] {
  const notes = machine.notes.map(({ site, message }) => ({ ...site, message }));
  for (const { path, errorLine } of modules.values())
    if (errorLine !== null)
      notes.push({
        path,
        line: errorLine,
        message: "This code isn't valid Python 3, so parts of it were not read.",
      });
  for (const path of cut)
    notes.push({ path, line: 1, message: 'There is too much code here to read all of it.' });
  if (machine.isOverdrawn)
    notes.push({ path: '', line: 1, message: 'There is too much code to read all of it.' });
  return notes;
}
