import { argument, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, NativeCall, Thing, Value } from '../../values/value';
import { MadeOption, OptionGroup, OptionParser } from './optparse';
import { Parser } from './parser';

/** `FileType('w')`: a path to write, or one of a file to read. */
class FileType implements Thing {
  private readonly mode: string;

  constructor(args: CallArguments) {
    this.mode = textOf(argument(args, 'mode', 0)) ?? 'r';
  }

  call({ positional: [value] }: CallArguments): Value {
    if (value?.kind !== 'subject') return unknown;
    value.draft.become('Path');
    if (!/[wax]/.test(this.mode)) value.draft.isFile = true;
    return value;
  }
}

const makeParser = (args: CallArguments, machine: Interpreter): Value =>
  thingOf(new Parser(args, machine, false));

/** A group that belongs to the parser it is made for. */
const makeGroup: NativeCall = (args) => {
  const [parser] = args.positional;
  const owner = parser?.kind === 'thing' && parser.thing instanceof OptionParser ? parser.thing.parser : null;
  return thingOf(new OptionGroup(args, owner));
};

export const argparseCalls: [string, NativeCall][] = [
  ['argparse.ArgumentParser', makeParser],
  ['configargparse.ArgumentParser', makeParser],
  ['configargparse.ArgParser', makeParser],
  ['argparse.FileType', (args) => thingOf(new FileType(args))],
  ['optparse.OptionParser', (args, machine) => thingOf(new OptionParser(args, machine))],
  ['optparse.OptionGroup', makeGroup],
  ['optparse.make_option', (args) => thingOf(new MadeOption(args))],
  ['optparse.Option', (args) => thingOf(new MadeOption(args))],
];

/** A class of the repository that is made from `ArgumentParser`. */
export const argparseClasses: [
  string,
  (value: unknown, args: CallArguments, machine: Interpreter) => Value,
][] = [['argparse.ArgumentParser', (_value, args, machine) => makeParser(args, machine)]];
