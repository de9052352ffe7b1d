import { readUsage, type UsageCommand, type UsageInput } from '../../../docopt/usage';
import type { Site } from '../../../values/draft';
import type { Found, FoundCommand } from '../../result/found';
import { Draft } from '../../values/draft';
import { HOLE, native, textOf, thingOf, unknownCode } from '../../values/make';
import type { Native } from '../../values/value';
import { type CommandLine, CommandLines, type Option, ParsedOptions } from './command-line';

/** What a usage text says. */
class DocoptLine implements CommandLine {
  readonly isParsed = true;
  private readonly drafts = new Map<string, Draft>();
  private readonly found: FoundCommand[];

  constructor(
    doc: string,
    private readonly site: Site,
  ) {
    const { description, commands } = readUsage(doc);
    this.found = commands.map((command) => this.commandOf(command, description));
  }

  get hasInputs(): boolean {
    return this.found.length > 0;
  }

  commands(): FoundCommand[] {
    return this.found;
  }

  options(): Option[] {
    return [...this.drafts].map(([dest, draft]) => ({
      found: { draft, way: { by: 'position' }, after: 0 },
      dest,
      isOpposite: false,
    }));
  }

  private commandOf({ words, inputs }: UsageCommand, description: string | null): FoundCommand {
    return {
      name: words.length === 0 ? null : words.join(' '),
      description,
      entry: { kind: 'program', words: [...words], endsOptions: true },
      inputs: inputs.map((input) => this.inputOf(input, words.length)),
    };
  }

  private inputOf(input: UsageInput, after: number): Found {
    const { key, flag, takesValue, help, fallback, isRequired, isMany } = input;
    // What the script reads by this name is of all commands that have it.
    const draft = this.drafts.get(key) ?? new Draft(this.site, 'docopt', true);
    this.drafts.set(key, draft);
    draft.name(key, 3);
    draft.description = help?.replaceAll(HOLE, '…') ?? null;
    draft.isRequired = isRequired;
    draft.isList ||= isMany;
    if (flag === null) return { draft, way: { by: 'position' }, after };
    if (!takesValue) {
      draft.typeId = 'logical';
      draft.fallback = { literal: false };
      return { draft, way: { by: 'switch', on: flag, off: null }, after: 0 };
    }
    // An option with a value that is FALSE is one that was left out.
    if (fallback !== null && !/^(NULL|NA|FALSE)$/.test(fallback) && !fallback.includes(HOLE))
      draft.fallback = { literal: fallback };
    if (fallback !== null && /^-?\d+$/.test(fallback)) draft.become('integer');
    else if (fallback !== null && /^-?\d*\.\d+$/.test(fallback)) draft.become('numeric');
    return { draft, way: { by: 'option', flag, shape: isMany ? 'repeated' : 'value' }, after: 0 };
  }
}

const docopt = native('doc args name help version strict strip_names quoted_args', (call, machine) => {
  const given = call.value('doc');
  const doc = textOf(given) ?? (given?.kind === 'unknown' ? given.outline : null);
  if (doc === null) {
    machine.note(
      call.site,
      'The usage text of docopt is only known when it runs, so its options are not asked for.',
    );
    return unknownCode(call.code);
  }
  const line = new DocoptLine(doc, call.site);
  machine.stateOf(CommandLines).all.push(line);
  return thingOf(new ParsedOptions(() => line.options()));
});

export const docoptCalls: ReadonlyMap<string, Native> = new Map([['docopt', docopt]]);
