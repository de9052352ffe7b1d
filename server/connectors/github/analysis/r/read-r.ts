import type { ScriptAnalysis, ScriptNote } from '../script';
import { headerOf } from './entry/comments';
import { endpointCommands, functionCommand, functionsOf } from './entry/functions';
import { type Settings, settingsOf } from './entry/settings';
import { sweep } from './interpreter/calls';
import { Machine } from './interpreter/machine';
import { Answers } from './libraries/answers';
import { OwnArgv } from './libraries/argv/words';
import { Variables } from './libraries/environment';
import { libraries } from './libraries/libraries';
import { CommandLines } from './libraries/parsers/command-line';
import { SourcedFiles } from './program/sourced-files';
import { doesSomething, isWork, onlyDefines } from './result/effects';
import { finishCommand } from './result/finish';
import { type Found, type FoundCommand, programOf } from './result/found';
import type { RFile } from './syntax/ast';
import { parseFile } from './syntax/parse-file';

/** More files than this aren't loaded by one script. */
const mostFiles = 40;
/** More commands than this aren't written by hand. */
const mostCommands = 300;

/**
 * Finds out what an R script can be asked for, without running it.
 *
 * @param files the texts of the R files of the repository, by path: what the script loads is followed into them
 * @param path the script
 */
export async function readR(files: ReadonlyMap<string, string>, path: string): Promise<ScriptAnalysis> {
  const text = files.get(path);
  const main = text === undefined ? null : await parseFile(path, text);
  if (main === null) {
    const reason =
      text === undefined ? "It isn't in the repository." : 'Its code takes too many steps to parse.';
    return { commands: [], unavailable: reason, notes: [], errorLine: null, followed: [] };
  }
  const parsed = new Map<string, RFile>();
  const unread = new Set<string>();
  // What a script loads is known once it is read, and then it is read again with that.
  for (;;) {
    const sourced = new SourcedFiles(files, parsed);
    const analysis = readMain(main, parsed, sourced);
    const wanted = [...sourced.wanted].filter((each) => !unread.has(each));
    if (wanted.length === 0 || parsed.size >= mostFiles)
      return { ...analysis, errorLine: main.errorLine, followed: [...sourced.read].sort() };
    for (const each of wanted) {
      const loaded = files.get(each);
      const file = loaded === undefined ? null : await parseFile(each, loaded);
      if (file === null) unread.add(each);
      else parsed.set(each, file);
    }
  }
}

type Read = Omit<ScriptAnalysis, 'errorLine' | 'followed'>;

function readMain(main: RFile, parsed: ReadonlyMap<string, RFile>, sourced: SourcedFiles): Read {
  const machine = run(main, sourced, null);
  const notes = () => notesOf(main, parsed, machine);
  const endpoints = endpointCommands(main, machine);
  if (endpoints.length > 0) return available(endpoints, notes());
  const { refusal } = machine.stateOf(Answers);
  if (refusal !== null) return { commands: [], unavailable: refusal, notes: notes() };
  const asked = [...machine.stateOf(OwnArgv).words.found(), ...machine.stateOf(Answers).found()];
  const lines = parsedLines(machine);
  if (lines.length > 0)
    return available(
      lines.map((line) => withOthers(line, asked, machine)),
      notes(),
    );
  if (asked.length > 0) return available([withOthers(programOf([], null), asked, machine)], notes());
  if (doesSomething(main)) {
    const again = rerun(main, sourced);
    return available([again.command], notesOf(main, parsed, again.machine));
  }
  const called = functionCommand(main, machine);
  if (called !== null) return available([withOthers(called, [], machine)], notes());
  const { command } = rerun(main, sourced);
  // What others take from it is told, too, though there is nothing to run in it.
  const told = command.inputs.length > 0 ? [command] : [];
  return { ...available(told, notes()), unavailable: onlyDefines(main) };
}

const available = (commands: readonly FoundCommand[], notes: ScriptNote[]): Read => ({
  commands: commands.slice(0, mostCommands).map(finishCommand),
  unavailable: null,
  notes,
});

/** Reads the whole script, also the functions in it that nothing calls, since a package may. */
function run(main: RFile, sourced: SourcedFiles, settings: Settings | null): Machine {
  sourced.read.clear();
  const machine = new Machine(main, libraries, sourced.source, settings?.values ?? new Map());
  machine.run(main.body, machine.global);
  const isEntry = ({ name }: { name: string | null }) => name === 'main' || name === 'run';
  machine.isSweeping = true;
  for (const value of functionsOf(main, machine)) if (!isEntry(value)) sweep(value, machine);
  machine.isSweeping = false;
  return machine;
}

/** Reads a script that asks for nothing once more, with the values at its top as its inputs. */
function rerun(main: RFile, sourced: SourcedFiles): { command: FoundCommand; machine: Machine } {
  const names = new Set<string>();
  for (;;) {
    const settings = settingsOf(main, run(main, sourced, null), names, isWork);
    const machine = run(main, sourced, settings);
    const others = [...machine.structural].flatMap(({ key }) => key ?? []).filter((key) => !names.has(key));
    if (others.length === 0)
      return { command: withOthers(programOf([], null), settings.inputs, machine), machine };
    for (const key of others) names.add(key);
  }
}

/** What packages make of the command line: what is parsed, or else all that is described. */
function parsedLines(machine: Machine): FoundCommand[] {
  const { all } = machine.stateOf(CommandLines);
  const described = all.filter(({ hasInputs }) => hasInputs);
  const parsed = described.filter(({ isParsed }) => isParsed);
  const used = parsed.length > 0 ? parsed : described;
  const commands = used.flatMap((line) => line.commands(machine));
  if (commands.length > 0 || all.length === 0) return distinct(commands);
  return [programOf([], null)];
}

/** The same command line, described in two branches, is one. */
function distinct(commands: readonly FoundCommand[]): FoundCommand[] {
  const byName = new Map<string | null, FoundCommand>();
  for (const command of commands) {
    const known = byName.get(command.name);
    if (known === undefined) byName.set(command.name, { ...command, inputs: [...command.inputs] });
    else
      for (const input of command.inputs)
        if (!known.inputs.some(({ draft }) => draft.key === input.draft.key)) known.inputs.push(input);
  }
  return [...byName.values()];
}

/** Adds what the script asks for besides its command line. Variables that an option stands for aren't asked for twice. */
function withOthers(command: FoundCommand, asked: readonly Found[], machine: Machine): FoundCommand {
  const inputs = [...command.inputs, ...asked];
  const keys = new Set(inputs.map(({ draft }) => plainKey(draft.key ?? '')));
  const variables = machine.stateOf(Variables).found();
  return {
    ...command,
    description: command.description ?? headerOf(machine.main),
    inputs: [...inputs, ...variables.filter(({ draft }) => !keys.has(plainKey(draft.key ?? '')))],
  };
}

const plainKey = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function notesOf(main: RFile, parsed: ReadonlyMap<string, RFile>, machine: Machine): ScriptNote[] {
  const notes = machine.notes.map(({ site, message }) => ({ ...site, message }));
  for (const { path, errorLine } of [main, ...parsed.values()])
    if (errorLine !== null)
      notes.push({ path, line: errorLine, message: 'The code from here on could not be read as R.' });
  if (machine.isOverdrawn)
    notes.push({ path: main.path, line: 1, message: 'There is too much code to read all of it.' });
  return notes;
}
