import type { Draft } from '../../values/draft';
import { argument, native, none, plain, subjectOf, textOf, thingOf, unknown } from '../../values/make';
import type { CallArguments, Interpreter, Thing, Value } from '../../values/value';
import { probeType } from '../probe-type';
import { Variables } from './variables';

/** `Csv()`, and what else makes a list of a text. */
export class ListOfText implements Thing {
  constructor(private readonly divider: string) {}

  call({ positional: [value] }: CallArguments): Value {
    if (value?.kind !== 'subject') return thingOf(this);
    asList(value.draft, this.divider);
    return subjectOf(value.draft, 'parts');
  }
}

function asList(draft: Draft, divider: string): void {
  draft.isList = true;
  draft.divider ??= divider;
}

interface Declared {
  cast: Value | undefined;
  fallback: Value | undefined;
}

/** Reads a variable by its name and default, and converts it: `config('PORT', default=25, cast=int)`. */
export function readCast(
  args: CallArguments,
  machine: Interpreter,
  what: string,
  prefix: string,
  declared?: Declared,
): Value {
  const name = textOf(argument(args, 'name', 0) ?? args.keywords.get('var'));
  const fallback = argument(args, 'default', what === 'config' ? undefined : 1) ?? declared?.fallback;
  const value = machine.stateOf(Variables).read(
    {
      ...{
        name: name === null ? args.positional[0] : plain(prefix + name),
        nameCode: args.code(0),
        what,
        site: args.site,
      },
      ...{ fallback, fallbackCode: args.code('default') ?? args.code(1), isStrict: fallback === undefined },
    },
    machine,
  );
  const cast = args.keywords.get('cast') ?? declared?.cast;
  if (value.kind === 'subject' && cast !== undefined) convert(value.draft, cast, args, machine);
  return value;
}

function convert(draft: Draft, cast: Value, args: CallArguments, machine: Interpreter): void {
  if (cast.kind === 'library' && cast.name === 'bool') {
    draft.become('bool');
    draft.booleans ??= ['true', 'false'];
  } else if (cast.kind === 'library' && cast.name === 'list') asList(draft, ',');
  else if (cast.kind === 'library' && cast.name === 'dict') draft.become('dict');
  else if (cast.kind === 'items' && cast.items[0]?.kind === 'library') {
    asList(draft, ',');
    probeType(cast.items[0], draft, machine, args.site);
  } else probeType(cast, draft, machine, args.site);
}

/** The methods of an `Env` that convert, and the types that they make. */
const methods: Readonly<Record<string, string>> = {
  str: 'str',
  int: 'int',
  bool: 'bool',
  float: 'float',
  decimal: 'Decimal',
  json: 'Any',
  dict: 'dict',
  date: 'date',
  datetime: 'datetime',
  time: 'time',
  timedelta: 'timedelta',
  uuid: 'UUID',
  url: 'str',
  path: 'Path',
  enum: 'str',
};

/** `environs.Env` and django-environ's `Env`. */
export class EnvReader implements Thing {
  private prefix = '';
  private readonly declared = new Map<string, Declared>();

  constructor({ keywords }: CallArguments) {
    for (const [name, value] of keywords) {
      const [cast, fallback] = value.kind === 'items' ? value.items : [value];
      this.declared.set(name, { cast, fallback });
    }
  }

  call(args: CallArguments, machine: Interpreter): Value {
    const name = textOf(args.positional[0]) ?? '';
    return readCast(args, machine, 'env', this.prefix, this.declared.get(name));
  }

  attribute(name: string): Value | null {
    const typeId = methods[name];
    if (typeId !== undefined || name === 'list')
      return native((args, machine) => {
        const value = readCast(args, machine, `env.${name}`, this.prefix);
        if (value.kind !== 'subject') return value;
        if (typeId === undefined) asList(value.draft, ',');
        else value.draft.become(typeId);
        const subcast = args.keywords.get('subcast');
        if (subcast !== undefined) probeType(subcast, value.draft, machine, args.site);
        return typeId === undefined ? subjectOf(value.draft, 'parts') : value;
      });
    if (name === 'prefixed')
      return native(({ positional: [prefix] }) => thingOf(this.within(textOf(prefix) ?? '')));
    return name === 'read_env' || name === 'seal' ? native(() => none) : null;
  }

  /** `with env.prefixed('CACHE_'):` */
  private within(prefix: string): Thing {
    const before = this.prefix;
    return {
      attribute: (name) => {
        if (name !== '__enter__' && name !== '__exit__') return null;
        return native(() => {
          this.prefix = name === '__enter__' ? before + prefix : before;
          return unknown;
        });
      },
    };
  }
}
