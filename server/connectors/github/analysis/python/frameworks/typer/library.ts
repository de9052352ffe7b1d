import { readDocstring } from '../../signature/docstring';
import { argument, isTrue, native, none, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, FunctionValue, Interpreter, NativeCall, Thing, Value } from '../../values/value';
import { type CommandNode, commandName } from '../command-tree';
import { Starts } from '../starts';
import { TyperInfo, typerInputs } from './parameters';

/** The applications of a script, in the order of the code. */
export class TyperApps {
  readonly all: TyperApp[] = [];
}

interface Registered {
  name: string | null;
  help: string | null;
  work: FunctionValue;
}

export class TyperApp implements Thing {
  isRun = false;
  isChild = false;
  private readonly name: string | null;
  private readonly help: string | null;
  private readonly commands: Registered[] = [];
  private readonly groups: { name: string | null; app: TyperApp }[] = [];
  private before: Registered | null = null;

  constructor({ keywords }: CallArguments) {
    this.name = textOf(keywords.get('name'));
    this.help = textOf(keywords.get('help'));
    this.runBefore(keywords.get('callback'), null);
  }

  private runBefore(work: Value | undefined, help: string | null): void {
    if (work?.kind === 'function') this.before = { name: null, help, work };
  }

  attribute(name: string): Value | null {
    switch (name) {
      case 'command':
        return native((args) => native(({ positional: [work] }) => this.register(work, args)));
      case 'callback':
        return native((args) =>
          native(({ positional: [work] }) => {
            this.runBefore(work, textOf(args.keywords.get('help')));
            return work ?? unknown;
          }),
        );
      case 'add_typer':
        return native((args) => {
          const [app] = args.positional;
          if (app?.kind !== 'thing' || !(app.thing instanceof TyperApp)) return none;
          app.thing.isChild = true;
          app.thing.runBefore(args.keywords.get('callback'), null);
          this.groups.push({ name: textOf(args.keywords.get('name')), app: app.thing });
          return none;
        });
      default:
        return null;
    }
  }

  call(_args: CallArguments, machine: Interpreter): Value {
    this.isRun = true;
    if (!machine.isSweeping) machine.stateOf(Starts).isStarted = true;
    return unknown;
  }

  register(work: Value | undefined, args: CallArguments): Value {
    const isHidden = isTrue(args.keywords.get('hidden'));
    if (work?.kind === 'function' && !isHidden && this.commands.length < 200)
      this.commands.push({
        name: textOf(argument(args, 'name', 0)),
        help: textOf(args.keywords.get('help')),
        work,
      });
    return work ?? unknown;
  }

  /** The commands of this application. One that is alone needs no word. */
  node(machine: Interpreter, name: string, depth = 0): CommandNode {
    const commands = this.commands.map((command) => commandNode(command, machine));
    const groups =
      depth > 5
        ? []
        : this.groups.map(({ name: given, app }) => app.node(machine, given ?? app.name ?? '', depth + 1));
    const [only, ...others] = commands;
    if (
      depth === 0 &&
      only !== undefined &&
      others.length === 0 &&
      groups.length === 0 &&
      this.before === null
    )
      return only;
    const before = this.before === null ? null : commandNode(this.before, machine);
    return {
      ...{ name, description: this.help ?? before?.description ?? null, inputs: before?.inputs ?? [] },
      ...{ children: [...commands, ...groups], work: before?.work ?? null },
    };
  }
}

const commandNode = ({ name, help, work }: Registered, machine: Interpreter): CommandNode => ({
  name: name ?? commandName(work.name),
  description: help ?? readDocstring(work.definition?.docstring ?? null).summary,
  inputs: typerInputs(work, machine),
  children: [],
  work,
});

function makeApp(args: CallArguments, machine: Interpreter): TyperApp {
  const app = new TyperApp(args);
  machine.stateOf(TyperApps).all.push(app);
  return app;
}

/** The application that the script starts. */
export function typerRoot(machine: Interpreter): CommandNode | null {
  const top = machine.stateOf(TyperApps).all.filter(({ isChild }) => !isChild);
  const app = top.find(({ isRun }) => isRun) ?? top[0];
  return app?.node(machine, '') ?? null;
}

export const typerCalls: [string, NativeCall][] = [
  ['typer.Typer', (args, machine) => thingOf(makeApp(args, machine))],
  ['typer.Option', (args) => thingOf(new TyperInfo('option', args))],
  ['typer.Argument', (args) => thingOf(new TyperInfo('argument', args))],
  [
    'typer.run',
    (args, machine) => {
      const app = makeApp({ ...args, keywords: new Map() }, machine);
      app.register(args.positional[0], { ...args, positional: [], keywords: new Map() });
      return app.call(args, machine);
    },
  ],
];
