import { mostCharacters } from '../../limits';
import { plain, textOf } from '../values/make';
import type { CallArguments, Value } from '../values/value';

/** What `str()` makes of a value; null if it can't be told. */
export function shownText(value: Value): string | null {
  if (value.kind === 'member') return shownText(value.value);
  if (value.kind === 'typed') return shownText(value.value);
  if (value.kind !== 'plain') return null;
  if (value.value === null) return 'None';
  if (typeof value.value === 'boolean') return value.value ? 'True' : 'False';
  return value.isFloat && Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
}

const shownIf = (value: Value | undefined): string | null => (value === undefined ? null : shownText(value));

/** Puts texts together as long as they are known and not too long; a text that isn't makes the whole unknown. */
class Collector {
  private length = 0;
  isKnown = true;

  add(text: string | null): string {
    this.length += text?.length ?? 0;
    if (text === null || this.length > mostCharacters) this.isKnown = false;
    return this.isKnown ? (text ?? '') : '';
  }
}

/**
 * `'%s: %d' % values`; null if a part can't be told.
 *
 * @see https://docs.python.org/3/library/stdtypes.html#printf-style-string-formatting
 */
export function percentFormat(text: string, right: Value): Value | null {
  const values = right.kind === 'items' && right.form === 'tuple' ? right.items : [right];
  let at = 0;
  const collector = new Collector();
  const result = text.replace(
    /%(?:\((\w+)\))?[-#0 +]*\d*(?:\.\d+)?([diouxXeEfFgGcrsa%])/g,
    (_whole, name: string | undefined, letter: string) => {
      if (letter === '%') return '%';
      const named =
        right.kind === 'dict' && name !== undefined
          ? right.entries.get(JSON.stringify(name))?.value
          : undefined;
      return collector.add(shownIf(name === undefined ? values[at++] : named));
    },
  );
  return collector.isKnown ? plain(result) : null;
}

/** `'{} of {name}'.format(…)`; null if a part can't be told. */
export function braceFormat(text: string, { positional, keywords }: CallArguments): Value | null {
  let at = 0;
  const collector = new Collector();
  const result = text.replace(
    /\{\{|\}\}|\{(\w*)(?:![rsa])?(?::[^{}]*)?\}/g,
    (whole, field: string | undefined) => {
      if (whole === '{{' || whole === '}}') return whole.slice(1);
      const name = field ?? '';
      const placed = /^\d+$/.test(name) ? positional[Number(name)] : keywords.get(name);
      return collector.add(shownIf(name === '' ? positional[at++] : placed));
    },
  );
  return collector.isKnown ? plain(result) : null;
}

/** `divider.join(items)`; null if a part can't be told. */
export function joined(divider: string, items: Value | undefined): Value | null {
  if (items?.kind !== 'items') return null;
  const collector = new Collector();
  const texts = items.items.map((item) => collector.add(textOf(item)));
  collector.add('x'.repeat(Math.min(divider.length * texts.length, mostCharacters + 1)));
  return collector.isKnown ? plain(texts.join(divider)) : null;
}
