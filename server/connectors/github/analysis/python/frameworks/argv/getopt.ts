import type { Site } from '../../../values/draft';
import type { Found } from '../../result/found';
import { Draft } from '../../values/draft';
import { argument, itemsOf, plain, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, Thing, Value } from '../../values/value';
import { RestOfArgv } from './argv';

interface Option {
  flag: string;
  takesValue: boolean;
  draft: Draft;
  /** Other flags that the code treats as the same option. */
  same: Set<string>;
}

/** Calls of `getopt`. */
export class GetoptCalls {
  readonly all: { options: Option[]; rest: RestOfArgv }[] = [];

  found(): Found[] {
    return this.all.flatMap(({ options, rest }) => [...optionsOf(options), ...rest.found(0)]);
  }
}

/**
 * `getopt.getopt(args, 'ho:', ['help', 'output='])`
 *
 * @see https://docs.python.org/3/library/getopt.html
 */
export function getopt(args: CallArguments, machine: Interpreter): Value {
  const short = textOf(argument(args, 'shortopts', 1));
  const long = argument(args, 'longopts', 2);
  const names =
    long === undefined ? [] : (machine.elements(long, args.site) ?? (textOf(long) === null ? null : [long]));
  if (short === null || names === null) {
    machine.note(args.site, 'The options of this call of getopt are computed, so they are not offered.');
    return unknown;
  }
  const options = [
    ...[...short.matchAll(/([^:+-])(:?)/g)].map(([, letter = '', colon]) =>
      option(`-${letter}`, colon === ':', args.site),
    ),
    ...names.flatMap((name) => {
      const text = textOf(name);
      return text === null ? [] : [option(`--${text.replace(/=$/, '')}`, text.endsWith('='), args.site)];
    }),
  ].filter(({ flag }) => !/^(-h|-\?|--help|-V|--version)$/.test(flag));
  const rest = new RestOfArgv();
  machine.stateOf(GetoptCalls).all.push({ options, rest });
  return itemsOf([thingOf(new GivenOptions(options)), thingOf(rest)], 'tuple');
}

function option(flag: string, takesValue: boolean, site: Site): Option {
  const draft = new Draft(site, 'getopt', true);
  draft.key = flag.replace(/^-+/, '');
  if (!takesValue) {
    draft.typeId = 'bool';
    draft.fallback = { literal: false };
  }
  return { flag, takesValue, draft, same: new Set([flag]) };
}

/** The options that were given, as pairs of flag and value: a loop over them may meet any of them. */
class GivenOptions implements Thing {
  readonly isOptional = true;

  constructor(private readonly options: readonly Option[]) {}

  elements(): Value[] {
    return this.options.map((one) =>
      itemsOf(
        [thingOf(new GivenFlag(one, this.options)), one.takesValue ? valueOfOption(one) : plain('')],
        'tuple',
      ),
    );
  }
}

/** The value of an option, which may turn out to be the same as another one. */
const valueOfOption = (option: Option): Value => ({
  kind: 'subject',
  part: 'whole',
  get draft() {
    return option.draft;
  },
});

/** The flag of an option. What it is compared with tells which flags mean the same. */
class GivenFlag implements Thing {
  constructor(
    private readonly option: Option,
    private readonly options: readonly Option[],
  ) {}

  matches(texts: readonly string[]): boolean {
    if (!texts.includes(this.option.flag)) return false;
    for (const other of this.options.filter(({ flag }) => texts.includes(flag))) {
      this.option.same.add(other.flag);
      other.draft = this.option.draft;
    }
    return true;
  }
}

/** Each option once, by its longest flag. */
function optionsOf(options: readonly Option[]): Found[] {
  return options.flatMap((one): Found[] => {
    const flags = [...one.same].sort((a, b) => b.length - a.length);
    const [flag = one.flag] = flags;
    if (flag !== one.flag && options.some((other) => other.flag === flag)) return [];
    const { draft, takesValue } = one;
    draft.key = flag.replace(/^-+/, '');
    return takesValue
      ? [{ draft, way: { by: 'option', flag, shape: 'separate' }, after: 0 }]
      : [{ draft, way: { by: 'switch', on: flag, off: null }, after: 0 }];
  });
}
