import type { Way } from '../../../result/passing';
import { isContext } from '../../signature/annotation';
import { type ReadParameter, readParameters, takeDefault } from '../../signature/parameters';
import type { Draft } from '../../values/draft';
import { argument, isTrue, textOf } from '../../values/make';
import type { CallArguments, FunctionValue, Interpreter, Thing, Value } from '../../values/value';
import { longestOf, withoutDashes } from '../argparse/parser-argument';
import { type Declarations, readDeclarations } from '../click/option';
import { momentType } from '../click/types';
import { type CommandInput, commandName } from '../command-tree';

/** `typer.Option(…)` or `typer.Argument(…)` */
export class TyperInfo implements Thing {
  constructor(
    readonly kind: 'option' | 'argument',
    readonly args: CallArguments,
  ) {}

  attribute(): Value | null {
    return null;
  }
}

const infoOf = (value: Value | undefined): TyperInfo | null =>
  value?.kind === 'thing' && value.thing instanceof TyperInfo ? value.thing : null;

/** What typer makes of the parameters of a function. */
export function typerInputs(work: FunctionValue, machine: Interpreter): CommandInput[] {
  return readParameters(work, machine, 'typer').flatMap((read) => {
    const input = isContext(read.parameter.annotation, work.scope) ? null : readInput(read, work, machine);
    return input === null ? [] : [input];
  });
}

function readInput(read: ReadParameter, work: FunctionValue, machine: Interpreter): CommandInput | null {
  const { parameter, draft, type } = read;
  const fallback = work.defaults.get(parameter.name);
  const asDefault = infoOf(fallback);
  const inType = type?.metadata.map((value) => infoOf(value)).find((info) => info !== null) ?? null;
  const info = asDefault ?? inType;
  if (asDefault !== null) takeInfoDefault(draft, asDefault);
  const isArgument = info === null ? draft.isRequired : info.kind === 'argument';
  const keywords = info?.args.keywords ?? new Map<string, Value>();
  if (isTrue(keywords.get('hidden'))) {
    machine.note(draft.site, `"${parameter.name}" isn't offered: the script hides it from its help.`);
    return null;
  }
  takeInfo(draft, keywords, info, machine);
  if (isArgument) return { name: parameter.name, draft, way: { by: 'position' } };
  const texts = (info?.args.positional ?? [])
    .slice(asDefault === null ? 0 : 1)
    .flatMap((value) => textOf(value) ?? []);
  const way = wayOf(parameter.name, readDeclarations(texts), draft, type?.isTuple === true);
  // What ends the program at once, such as `--version`, asks for nothing.
  if (
    way.by === 'switch' &&
    (isTrue(keywords.get('is_eager')) || (draft.key === 'version' && keywords.has('callback')))
  )
    return null;
  return { name: parameter.name, draft, way };
}

/** The default of the old style, which stands in the call: `typer.Option('red')`. */
function takeInfoDefault(draft: Draft, { args }: TyperInfo): void {
  const value = argument(args, 'default', 0);
  const isEllipsis = value?.kind === 'unknown' && value.code === '...';
  draft.fallback = null;
  draft.isRequired = value === undefined || isEllipsis;
  if (value !== undefined && !isEllipsis)
    takeDefault(draft, value, args.code(args.keywords.has('default') ? 'default' : 0));
}

function takeInfo(
  draft: Draft,
  keywords: ReadonlyMap<string, Value>,
  info: TyperInfo | null,
  machine: Interpreter,
): void {
  draft.description = textOf(keywords.get('help')) ?? draft.description;
  if (isTrue(keywords.get('hide_input'))) draft.isSecret = true;
  const isFile =
    isTrue(keywords.get('exists')) && keywords.has('dir_okay') && !isTrue(keywords.get('dir_okay'));
  if (isFile && !draft.isList) draft.isFile = true;
  if (draft.typeId === 'datetime' && info !== null && keywords.has('formats'))
    draft.typeId = momentType(keywords.get('formats'), machine, info.args);
  const made = keywords.get('default_factory');
  if (made !== undefined) {
    draft.isRequired = false;
    draft.fallback ??= { code: info?.args.code('default_factory') ?? 'default_factory' };
  }
}

function wayOf(name: string, { on, off }: Declarations, draft: Draft, isTuple: boolean): Way {
  const flag = on.length === 0 ? `--${commandName(name)}` : longestOf(on);
  draft.key = withoutDashes(flag);
  if (draft.typeId === 'bool' && !draft.isList) {
    const opposite = on.length === 0 ? `--no-${commandName(name)}` : off.length > 0 ? longestOf(off) : null;
    draft.isRequired &&= opposite !== null;
    return { by: 'switch', on: flag, off: opposite };
  }
  return { by: 'option', flag, shape: isTuple ? 'values' : draft.isList ? 'repeated' : 'value' };
}
