import { mostCharacters, mostItems } from '../../limits';
import { unknownCode } from '../values/make';
import type { Interpreter, Value } from '../values/value';

/** Counts the work that a value takes. One that is too large isn't known in full. */
export function bounded(value: Value, code: string | null, machine: Interpreter): Value {
  if (value.kind === 'plain' && typeof value.value === 'string') {
    machine.spend(value.value.length >> 8);
    return value.value.length > mostCharacters ? unknownCode(code, 'character') : value;
  }
  if (value.kind !== 'items') return value;
  machine.spend(value.items.length >> 4);
  return value.items.length > mostItems
    ? { ...value, items: value.items.slice(0, mostItems), isOpen: true }
    : value;
}
