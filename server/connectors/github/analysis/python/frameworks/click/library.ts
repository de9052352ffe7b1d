import { Draft } from '../../values/draft';
import { argument, isTrue, native, numberOf, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, NativeCall, Value } from '../../values/value';
import type { CommandInput } from '../command-tree';
import { ClickCommand, ClickCommands, clickFunction, decorate } from './commands';
import { readOption, readValue } from './option';
import { clickTypeCalls, clickTypeValues } from './types';

/** A decorator that adds an option to a function. */
const adding = (input: CommandInput | null): Value =>
  native(({ positional: [value] }) => {
    const target = clickFunction(value);
    if (target === null) return value ?? unknown;
    if (input !== null && target.inputs.length < 500) target.inputs.push(input);
    return thingOf(target);
  });

/** `@click.argument('name', …)` */
function readArgument(args: CallArguments, machine: Interpreter): CommandInput | null {
  const name = textOf(args.positional[0]);
  if (name === null) {
    machine.note(args.site, `An argument wasn't read: its name, "${args.code(0) ?? ''}", is computed.`);
    return null;
  }
  const draft = new Draft(args.site, 'click.argument', false);
  draft.key = name;
  const nargs = numberOf(args.keywords.get('nargs')) ?? 1;
  draft.isList = nargs !== 1;
  draft.description = textOf(args.keywords.get('help'));
  const way = { by: 'position' } as const;
  readValue(args, draft, way, machine);
  const required = args.keywords.get('required');
  draft.isRequired = required === undefined ? draft.fallback === null && nargs !== -1 : isTrue(required);
  return { name: name.toLowerCase().replaceAll('-', '_'), draft, way };
}

/** `@click.password_option()` asks for `--password`. */
function passwordOption(args: CallArguments, machine: Interpreter): Value {
  const named = args.positional.length > 0 ? args : { ...args, positional: [textValue('--password')] };
  const input = readOption(named, machine);
  if (input !== null) {
    input.draft.isSecret = true;
    input.draft.isRequired = true;
  }
  return adding(input);
}

/** `@click.confirmation_option()` refuses to run without `--yes`. */
function confirmationOption(args: CallArguments): Value {
  const flag = textOf(args.positional[0]) ?? '--yes';
  const draft = new Draft(args.site, 'click.confirmation_option', false);
  draft.key = flag.replace(/^-+/, '');
  draft.typeId = 'bool';
  draft.isRequired = true;
  draft.fallback = { literal: false };
  draft.description =
    textOf(args.keywords.get('help')) ??
    textOf(args.keywords.get('prompt')) ??
    'Confirm the action without a question.';
  return adding({ name: 'yes', draft, way: { by: 'switch', on: flag, off: null } });
}

const textValue = (value: string): Value => ({ kind: 'plain', value, isFloat: false });
const nothingAdded: NativeCall = () => adding(null);
/** Decorators that only hand the context over. */
const passing: NativeCall = (args) =>
  args.positional[0] === undefined
    ? native(({ positional: [value] }) => value ?? unknown)
    : args.positional[0];

/** `functools.wraps(work)` hands the options of a function on to what takes its place. */
const wraps: NativeCall = ({ positional: [inner] }) =>
  native(({ positional: [outer] }) => {
    const [from, to] = [clickFunction(inner), clickFunction(outer)];
    if (from === null || to === null || from.inputs.length === 0) return outer ?? unknown;
    to.inputs.push(...from.inputs);
    return thingOf(to);
  });

/** `click.Group(name, commands={…})` */
const makeGroup: NativeCall = (args, machine) => {
  const group = new ClickCommand(
    textOf(argument(args, 'name', 0)) ?? '',
    textOf(args.keywords.get('help')),
    [],
    null,
    true,
  );
  machine.stateOf(ClickCommands).all.push(group);
  const commands = argument(args, 'commands', 1);
  for (const value of commands?.kind === 'dict' ? [...commands.entries.values()] : []) {
    const { thing } = value.value.kind === 'thing' ? value.value : { thing: null };
    if (thing instanceof ClickCommand) group.add(thing, textOf(value.key));
  }
  return thingOf(group);
};

const aliases = ['click', 'rich_click', 'asyncclick'];

const calls: [string, NativeCall][] = [
  ['option', (args, machine) => adding(readOption(args, machine))],
  ['argument', (args, machine) => adding(readArgument(args, machine))],
  ['password_option', passwordOption],
  ['confirmation_option', confirmationOption],
  ['version_option', nothingAdded],
  ['help_option', nothingAdded],
  ['pass_context', passing],
  ['pass_obj', passing],
  ['make_pass_decorator', () => native(({ positional: [value] }) => value ?? unknown)],
  ['command', (args, machine) => decorate(args, machine, false, () => {})],
  ['group', (args, machine) => decorate(args, machine, true, () => {})],
  ['Group', makeGroup],
];

export const clickCalls: [string, NativeCall][] = [
  ...aliases.flatMap((library) =>
    calls.map(([name, call]): [string, NativeCall] => [`${library}.${name}`, call]),
  ),
  ...aliases.flatMap((library) =>
    clickTypeCalls.map(([name, call]): [string, NativeCall] => [name.replace(/^click/, library), call]),
  ),
  ['functools.wraps', wraps],
];

export const clickValues = clickTypeValues;
