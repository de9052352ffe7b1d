import type { Found } from '../../result/found';
import { native, thingOf, unknown } from '../../values/make';
import type { Interpreter, NativeCall, Thing, Value } from '../../values/value';
import { ArgvSlice, OwnArgv } from './argv';
import { GetoptCalls, getopt } from './getopt';

/** `sys.argv`, whose first element is the name of the script. */
class SystemArgv extends ArgvSlice implements Thing {
  setItem(_key: Value, value: Value, machine: Interpreter, site: { path: string; line: number }): void {
    // Another program gets what is left.
    if (value.kind === 'thing') machine.elements(value, site);
  }
}

export const argvCalls: [string, NativeCall][] = [
  ['getopt.getopt', getopt],
  ['getopt.gnu_getopt', getopt],
];

export const argvValues: [string, (machine: Interpreter) => Value][] = [
  ['sys.argv', (machine) => thingOf(new SystemArgv(machine.stateOf(OwnArgv).words, -1, null, 'script'))],
  ['sys.stdin', () => thingOf({ attribute: (name) => (name === 'isatty' ? native(() => unknown) : null) })],
  ['__name__', () => ({ kind: 'plain', value: '__main__', isFloat: false })],
];

/** What the script reads from its command line without a parser, and with `getopt`. */
export function argvInputs(machine: Interpreter): Found[] {
  return [...machine.stateOf(GetoptCalls).found(), ...machine.stateOf(OwnArgv).words.found(0)];
}
