import { readDocstring } from '../../signature/docstring';
import type { Module } from '../../syntax/ast';
import { argument, isTrue, native, none, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, FunctionValue, Interpreter, Thing, Value } from '../../values/value';
import { type CommandInput, type CommandNode, commandName } from '../command-tree';
import { Starts } from '../starts';

/** The commands of click, in the order of the code. */
export class ClickCommands {
  readonly all: ClickCommand[] = [];
}

/** A function with options, before it is made a command. */
export class ClickFunction implements Thing {
  /** From the last to the first, as decorators are applied. */
  readonly inputs: CommandInput[] = [];

  constructor(readonly work: FunctionValue) {}

  call(args: CallArguments, machine: Interpreter): Value {
    return machine.call(this.work, args);
  }

  attribute(name: string, machine: Interpreter, site: CallArguments['site']): Value {
    return machine.attribute(this.work, name, site);
  }
}

/** The function under decorators, with the options it has so far. */
export function clickFunction(value: Value | undefined): ClickFunction | null {
  if (value?.kind === 'function') return new ClickFunction(value);
  return value?.kind === 'thing' && value.thing instanceof ClickFunction ? value.thing : null;
}

export class ClickCommand implements Thing, CommandNode {
  readonly inputs: readonly CommandInput[];
  readonly children: ClickCommand[] = [];
  isRun = false;
  isChild = false;

  constructor(
    readonly name: string,
    readonly description: string | null,
    inputs: readonly CommandInput[],
    readonly work: FunctionValue | null,
    readonly isGroup: boolean,
  ) {
    this.inputs = [...inputs].reverse();
  }

  attribute(name: string): Value | null {
    switch (name) {
      case 'command':
      case 'group':
        return native((args, machine) =>
          decorate(args, machine, name === 'group', (child) => this.add(child, null)),
        );
      case 'add_command':
        return native((args) => {
          const [child] = args.positional;
          if (child?.kind === 'thing' && child.thing instanceof ClickCommand)
            this.add(child.thing, textOf(argument(args, 'name', 1)));
          return none;
        });
      case 'main':
        return native((args, machine) => this.call(args, machine));
      case 'result_callback':
      case 'resultcallback':
        return native(() => native(({ positional: [work] }) => work ?? unknown));
      default:
        return null;
    }
  }

  call(_args: CallArguments, machine: Interpreter): Value {
    this.isRun = true;
    if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
    return unknown;
  }

  add(child: ClickCommand, name: string | null): void {
    child.isChild = true;
    const named = name === null || name === child.name ? child : child.renamed(name);
    if (this.children.length < 200 && !this.children.some((other) => other.name === named.name))
      this.children.push(named);
  }

  private renamed(name: string): ClickCommand {
    const copy = new ClickCommand(
      name,
      this.description,
      [...this.inputs].reverse(),
      this.work,
      this.isGroup,
    );
    copy.children.push(...this.children);
    return copy;
  }
}

/** `@click.command(…)`, `@click.group(…)`, and those of a group. */
export function decorate(
  args: CallArguments,
  machine: Interpreter,
  isGroup: boolean,
  added: (command: ClickCommand) => void,
): Value {
  const make = (value: Value | undefined): Value => {
    const target = clickFunction(value);
    if (target === null) return value ?? unknown;
    const { work, inputs } = target;
    const name = textOf(argument(args, 'name', 0)) ?? commandName(work.name);
    const help =
      textOf(args.keywords.get('help')) ?? readDocstring(work.definition?.docstring ?? null).summary;
    const command = new ClickCommand(
      name,
      help ?? textOf(args.keywords.get('short_help')),
      inputs,
      work,
      isGroup,
    );
    machine.stateOf(ClickCommands).all.push(command);
    if (!isTrue(args.keywords.get('hidden'))) added(command);
    else command.isChild = true;
    return thingOf(command);
  };
  const [first] = args.positional;
  // Without parentheses, the decorator gets the function itself.
  return clickFunction(first) === null ? native(({ positional: [value] }) => make(value)) : make(first);
}

/** The commands that the script starts with. */
export function clickRoots(machine: Interpreter, script: Module): ClickCommand[] {
  const top = machine.stateOf(ClickCommands).all.filter(({ isChild }) => !isChild);
  const run = top.filter(({ isRun }) => isRun);
  if (run.length > 0) return run.slice(0, 1);
  // A script that imports the commands of another one offers its own.
  const own = top.filter(({ work }) => work?.scope.module === script);
  const candidates = own.length > 0 ? own : top;
  const groups = candidates.filter(({ isGroup }) => isGroup);
  return (groups.length > 0 ? groups : candidates).slice(0, 1);
}
