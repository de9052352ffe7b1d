import type { Site } from '../../../values/draft';
import { argument, native, none, plain, textOf, thingOf } from '../../values/make';
import type { CallArguments, Interpreter, Thing, Value } from '../../values/value';
import { Variables } from './variables';

/** `os.environ` */
export class Environ implements Thing {
  attribute(name: string): Value | null {
    switch (name) {
      case 'get':
        return native((args, machine) => readByCall(args, machine, 'os.environ.get', false));
      case 'pop':
        return native((args, machine) =>
          readByCall(args, machine, 'os.environ.pop', args.positional.length < 2),
        );
      case 'setdefault':
        return native((args, machine) => readByCall(args, machine, 'os.environ.setdefault', false));
      case 'copy':
        return native(() => thingOf(new Environ()));
      case 'update':
        return native(({ keywords, positional: [more] }, machine) => {
          for (const [key, value] of keywords) this.setItem(plain(key), value, machine);
          if (more?.kind === 'dict')
            for (const { key, value } of more.entries.values()) this.setItem(key, value, machine);
          return none;
        });
      default:
        return null;
    }
  }

  item(key: Value, machine: Interpreter, site: Site): Value {
    return machine.stateOf(Variables).read(
      {
        name: key,
        nameCode: null,
        what: 'os.environ[…]',
        site,
        fallback: undefined,
        fallbackCode: null,
        isStrict: true,
      },
      machine,
    );
  }

  contains(key: Value, machine: Interpreter, site: Site): Value {
    return machine.stateOf(Variables).read(
      {
        name: key,
        nameCode: null,
        what: 'in os.environ',
        site,
        fallback: none,
        fallbackCode: null,
        isStrict: false,
      },
      machine,
    );
  }

  /** What the script sets itself, no one is asked for. */
  setItem(key: Value, value: Value, machine: Interpreter): void {
    const name = textOf(key);
    if (name !== null) machine.stateOf(Variables).set(name, value);
  }
}

/** A call with the name of a variable, and a default if it has one. */
export function readByCall(
  args: CallArguments,
  machine: Interpreter,
  what: string,
  isStrict: boolean,
): Value {
  const place = args.keywords.has('default') ? 'default' : 1;
  return machine.stateOf(Variables).read(
    {
      ...{ name: argument(args, 'key', 0), nameCode: args.code(0), what, site: args.site, isStrict },
      fallback: argument(args, 'default', 1),
      fallbackCode: args.code(place),
    },
    machine,
  );
}
