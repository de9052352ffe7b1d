import { isEnum, membersOf } from '../../interpreter/classes';
import type { Draft } from '../../values/draft';
import { argument, isTrue, itemsOf, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, NativeCall, Thing, Value } from '../../values/value';
import { closedValues } from '../probe-type';

/** A type of click: what it tells of the option that has it. */
class ClickType implements Thing {
  constructor(private readonly tell: (draft: Draft, machine: Interpreter) => void) {}

  call({ positional: [value] }: CallArguments, machine: Interpreter): Value {
    if (value?.kind !== 'subject') return unknown;
    this.tell(value.draft, machine);
    return value;
  }
}

const typed = (typeId: string): Value => thingOf(new ClickType((draft) => draft.become(typeId)));

/** `Choice(['a', 'b'])`. Members of an Enum are chosen by their names. */
const choice: NativeCall = (args, machine) => {
  const given = argument(args, 'choices', 0) ?? unknown;
  const names = given.kind === 'class' && isEnum(given) ? membersOf(given).map(({ name }) => name) : null;
  const elements = machine.elements(given, args.site);
  const closed = names ?? (elements === null ? null : closedValues(elements));
  if (closed === null) machine.note(args.site, `These choices are computed: ${args.code(0) ?? ''}.`);
  return thingOf(
    new ClickType((draft) => {
      draft.choices ??= closed;
    }),
  );
};

const path: NativeCall = ({ keywords }) => {
  const isFile =
    isTrue(keywords.get('exists')) &&
    keywords.get('dir_okay')?.kind === 'plain' &&
    !isTrue(keywords.get('dir_okay'));
  return thingOf(
    new ClickType((draft) => {
      draft.become('Path');
      if (isFile) draft.isFile = true;
    }),
  );
};

const file: NativeCall = (args) => {
  const mode = textOf(argument(args, 'mode', 0)) ?? 'r';
  return thingOf(
    new ClickType((draft) => {
      draft.become('Path');
      if (!/[wax]/.test(mode)) draft.isFile = true;
    }),
  );
};

/** Moments by their formats: a day if no format has a time. */
export function momentType(formats: Value | undefined, machine: Interpreter, args: CallArguments): string {
  const elements = formats === undefined ? null : machine.elements(formats, args.site);
  const isDay =
    elements !== null &&
    elements.length > 0 &&
    elements.every((format) => !/%[HIMSTcXzf]/.test(textOf(format) ?? '%H'));
  return isDay ? 'date' : 'datetime';
}

const moment: NativeCall = (args, machine) => typed(momentType(argument(args, 'formats', 0), machine, args));

export const clickTypeCalls: [string, NativeCall][] = [
  ['click.Choice', choice],
  ['click.Path', path],
  ['click.File', file],
  ['click.DateTime', moment],
  ['click.IntRange', () => typed('int')],
  ['click.FloatRange', () => typed('float')],
  ['click.Tuple', (args) => args.positional[0] ?? itemsOf([])],
];

export const clickTypeValues: [string, (machine: Interpreter) => Value][] = [
  ['click.INT', () => typed('int')],
  ['click.FLOAT', () => typed('float')],
  ['click.BOOL', () => typed('bool')],
  ['click.STRING', () => typed('str')],
  ['click.UUID', () => typed('UUID')],
];
