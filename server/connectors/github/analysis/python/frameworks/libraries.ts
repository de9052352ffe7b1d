import type { Libraries } from '../interpreter/machine';
import type { FoundCommand } from '../result/found';
import type { Module } from '../syntax/ast';
import type { Interpreter, Scope } from '../values/value';
import { answerCalls } from './answers/library';
import { parserCommands } from './argparse/commands';
import { argparseCalls, argparseClasses } from './argparse/library';
import { Parsers } from './argparse/parser';
import { argvCalls, argvValues } from './argv/library';
import { clickRoots } from './click/commands';
import { clickCalls, clickValues } from './click/library';
import { type CommandNode, commandsOf, followCommands } from './command-tree';
import { docoptCalls, docoptCommands } from './docopt';
import { environmentCalls, environmentClasses, environmentValues } from './environment/library';
import { fieldCalls } from './environment/settings';
import { fireCalls, fireCommands } from './fire/library';
import { typerCalls, typerRoot } from './typer/library';

/** The libraries that scripts ask for inputs with. */
export const libraries: Libraries = {
  calls: new Map([
    ...[...argparseCalls, ...argvCalls, ...clickCalls, ...typerCalls, ...fireCalls, ...docoptCalls],
    ...[...environmentCalls, ...fieldCalls, ...answerCalls],
  ]),
  values: new Map([...argvValues, ...clickValues, ...environmentValues]),
  classes: new Map([...environmentClasses, ...argparseClasses]),
};

/** What libraries make of the command line, in the order of the code; empty if the script uses none of them. */
export function libraryCommands(machine: Interpreter, script: Module, scope: Scope): FoundCommand[] {
  const typer = typerRoot(machine);
  const roots: CommandNode[] = [...clickRoots(machine, script), ...(typer === null ? [] : [typer])];
  for (const root of roots) followCommands(root, machine);
  return [
    ...roots.flatMap((root) => commandsOf(root, script.docstring)),
    ...fireCommands(machine, script, scope),
    ...docoptCommands(machine),
    ...parserCommands(machine.stateOf(Parsers).all, script.docstring),
  ];
}
