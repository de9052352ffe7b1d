import { jsonOf, native, unknown } from '../values/make';
import type { DictValue, Value } from '../values/value';

/**
 * What a table gives for the value of an input: `{'m': memory, 'c': cores}[sys.argv[1]]`. Its keys are the choices; if its
 * values are functions, each is followed in its case.
 */
export function chosenFrom(table: DictValue, key: Extract<Value, { kind: 'subject' }>): Value {
  const { draft } = key;
  const pairs = [...table.entries.values()];
  const keys = pairs.flatMap((pair) => {
    const literal = jsonOf(pair.key);
    return typeof literal === 'string' || typeof literal === 'number' ? [literal] : [];
  });
  if (draft.isTextual && keys.length > 0 && keys.length === pairs.length && keys.length <= 100)
    draft.choices ??= keys;
  if (!pairs.some(({ value }) => value.kind === 'function')) return unknown;
  return native((args, machine) => {
    for (const { key: name, value } of pairs.slice(0, 50)) {
      const literal = jsonOf(name);
      const terms = typeof literal === 'string' ? [{ draft, test: 'is' as const, values: [literal] }] : null;
      machine.inCase(terms, () => machine.call(value, args));
    }
    return unknown;
  });
}
