import { mostCharacters } from '../../limits';
import { itemsOf, nothing, unknown } from '../values/make';
import type { Value } from '../values/value';

/** Works on each element of vectors, of which shorter ones are repeated. Texts of great length in all aren't known. */
export function vectorized(values: readonly Value[], work: (each: readonly Value[]) => Value): Value {
  const vectors = values.flatMap((value) => (value.kind === 'items' ? [value] : []));
  const [longest] = [...vectors].sort((a, b) => b.items.length - a.items.length);
  if (longest === undefined) return work(values);
  let left = mostCharacters;
  const items = longest.items.map((item, at) => {
    if (left <= 0) return { name: item.name, value: unknown };
    const value = work(
      values.map((each) =>
        each.kind === 'items' ? (each.items[at % Math.max(1, each.items.length)]?.value ?? nothing) : each,
      ),
    );
    left -= value.kind === 'plain' ? String(value.value).length : 1;
    return { name: item.name, value };
  });
  return itemsOf(items, longest.isList, longest.isOpen);
}
