import { type FoundCommand, programOf } from '../../result/found';
import { Draft } from '../../values/draft';
import { isTrue, native, nothing, numberOf, textOf, thingOf, unknownCode } from '../../values/make';
import type { Call, Native, Value } from '../../values/value';
import { type CommandLine, CommandLines, helpOf, type Option, ParsedOptions, types } from './command-line';

class GetoptLine implements CommandLine {
  readonly isParsed = true;

  constructor(readonly options: readonly Option[]) {}

  get hasInputs(): boolean {
    return this.options.length > 0;
  }

  commands(): FoundCommand[] {
    return [
      programOf(
        this.options.map(({ found }) => found),
        null,
      ),
    ];
  }
}

/** Columns of: long flag, short flag, whether it takes a value (0 no, 1 yes, 2 perhaps), type, help. */
const getopt = native('spec opt command usage debug', (call, machine) => {
  const spec = call.value('spec') ?? nothing;
  if (isTrue(call.value('usage'))) return nothing;
  const rows = rowsOf(spec);
  if (rows === null) {
    machine.note(call.site, "The options of getopt are only known when it runs, so they aren't asked for.");
    return unknownCode(call.code);
  }
  const options = rows.flatMap((row) => optionOf(row, call) ?? []);
  machine.stateOf(CommandLines).all.push(new GetoptLine(options));
  return thingOf(new ParsedOptions(() => options));
});

/** The rows of a matrix, or of a vector of four columns. */
function rowsOf(spec: Value): Value[][] | null {
  if (spec.kind !== 'items' || spec.isOpen) return null;
  const values = spec.items.map(({ value }) => value);
  const { rows } = spec;
  if (rows !== null)
    return Array.from({ length: rows }, (_, i) => values.filter((__, at) => at % rows === i));
  return Array.from({ length: Math.floor(values.length / 4) }, (_, i) => values.slice(i * 4, i * 4 + 4));
}

function optionOf([long, short, takes, type, help]: readonly Value[], call: Call): Option | null {
  const name = textOf(long) ?? textOf(short);
  if (name === null || name === '' || /^(help|version)$/.test(name)) return null;
  const taken = numberOf(takes) ?? Number(textOf(takes) ?? Number.NaN);
  const flag = name.length === 1 && textOf(long) === null ? `-${name}` : `--${name}`;
  const draft = new Draft(call.site, 'getopt', true);
  draft.name(name, 3);
  draft.description = helpOf(textOf(help));
  if (taken === 0) {
    draft.typeId = 'logical';
    draft.fallback = { literal: false };
    return {
      found: { draft, way: { by: 'switch', on: flag, off: null }, after: 0 },
      dest: name,
      isOpposite: false,
    };
  }
  const typeId = types[textOf(type) ?? ''];
  if (typeId !== undefined && typeId !== 'character') draft.become(typeId);
  draft.booleans = ['TRUE', 'FALSE'];
  return {
    found: { draft, way: { by: 'option', flag, shape: 'value' }, after: 0 },
    dest: name,
    isOpposite: false,
  };
}

export const getoptCalls: ReadonlyMap<string, Native> = new Map([['getopt', getopt]]);
