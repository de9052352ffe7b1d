import { mostCharacters } from '../../limits';
import {
  argument,
  dictOf,
  itemsOf,
  keyOf,
  native,
  none,
  plain,
  subjectOf,
  textOf,
  unknown,
} from '../values/make';
import type { DictValue, ItemsValue, Value } from '../values/value';
import { chosenFrom } from './dispatch';
import { markFile } from './functions';
import { braceFormat, joined } from './text-format';

/** A method of a text that is known. */
export function textMethod(text: string, name: string): Value | null {
  switch (name) {
    case 'format':
      return native((args) => braceFormat(text, args) ?? unknown);
    case 'join':
      return native(({ positional: [items], site }, machine) => {
        // Joining makes use of each element.
        if (items?.kind === 'thing' && items.thing.passedOn === undefined) machine.elements(items, site);
        else if (items?.kind === 'thing') items.thing.passedOn?.(site);
        return joined(text, items) ?? unknown;
      });
    case 'split':
      return native((args) => {
        const divider = textOf(argument(args, 'sep', 0));
        const parts = divider === null || divider === '' ? text.trim().split(/\s+/) : text.split(divider);
        return itemsOf(
          parts.filter((part, at) => divider !== null || at > 0 || part !== '').map((part) => plain(part)),
        );
      });
    case 'replace':
      return native(({ positional: [from, to] }) => {
        const [a, b] = [textOf(from), textOf(to)];
        if (a === null || b === null || b.length > a.length * 2 + 100 || text.length * 3 > mostCharacters)
          return unknown;
        return plain(text.replaceAll(a, b).slice(0, mostCharacters));
      });
    case 'startswith':
    case 'endswith':
      return native(({ positional: [part] }) => {
        const wanted = textOf(part);
        return wanted === null
          ? unknown
          : plain(name === 'startswith' ? text.startsWith(wanted) : text.endsWith(wanted));
      });
    case 'rstrip':
    case 'lstrip':
    case 'strip':
      return native(({ positional: [letters] }) => plain(stripped(text, textOf(letters), name)));
    case 'lower':
      return native(() => plain(text.toLowerCase()));
    case 'upper':
      return native(() => plain(text.toUpperCase()));
    case 'title':
      return native(() => plain(text.replace(/\b\w/g, (letter) => letter.toUpperCase())));
    case 'capitalize':
      return native(() => plain(text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()));
    default:
      return null;
  }
}

function stripped(text: string, letters: string | null, name: string): string {
  const isStripped = (letter: string): boolean =>
    letters === null ? /\s/.test(letter) : letters.includes(letter);
  let [from, to] = [0, text.length];
  if (name !== 'rstrip') while (from < to && isStripped(text.charAt(from))) from += 1;
  if (name !== 'lstrip') while (to > from && isStripped(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

export function listMethod(list: ItemsValue, name: string): Value | null {
  switch (name) {
    case 'append':
    case 'add':
      return native(({ positional: [item] }, machine) => {
        if (machine.cases.isUnclear || machine.cases.terms.length > 0) list.isOpen = true;
        if (item !== undefined && list.items.length < 2000) list.items.push(item);
        return none;
      });
    case 'extend':
    case 'update':
      return native(({ positional: [more], site }, machine) => {
        const items = more === undefined ? null : machine.elements(more, site);
        if (items !== null && list.items.length + items.length < 2000) list.items.push(...items);
        return none;
      });
    case 'copy':
      return native(() => itemsOf([...list.items], list.form));
    case 'index':
      return native(({ positional: [item] }) => {
        const at = list.items.findIndex((other) => item !== undefined && keyOf(other) === keyOf(item));
        return at === -1 ? unknown : plain(at);
      });
    default:
      return null;
  }
}

export function dictMethod(dict: DictValue, name: string): Value | null {
  const pairs = [...dict.entries.values()];
  switch (name) {
    case 'get':
    case 'pop':
    case 'setdefault':
      return native(({ positional: [key, fallback] }) => {
        if (key?.kind === 'subject') return chosenFrom(dict, key);
        const text = key === undefined ? null : keyOf(key);
        return (
          (text === null ? undefined : dict.entries.get(text)?.value) ??
          (text === null ? unknown : (fallback ?? none))
        );
      });
    case 'keys':
      return native(() => itemsOf(pairs.map(({ key }) => key)));
    case 'values':
      return native(() => itemsOf(pairs.map(({ value }) => value)));
    case 'items':
      return native(() => itemsOf(pairs.map(({ key, value }) => itemsOf([key, value], 'tuple'))));
    case 'copy':
      return native(() => dictOf(pairs.map(({ key, value }) => [key, value] as const)));
    case 'update':
      return native(({ positional: [other], keywords }) => {
        if (other?.kind === 'dict') for (const [text, entry] of other.entries) dict.entries.set(text, entry);
        for (const [key, value] of keywords)
          dict.entries.set(JSON.stringify(key), { key: plain(key), value });
        return none;
      });
    default:
      return null;
  }
}

/** What a method of an input's value tells about the input. */
export function subjectMethod(subject: Extract<Value, { kind: 'subject' }>, name: string): Value | null {
  const { draft } = subject;
  switch (name) {
    case 'split':
      return native((args) => {
        const given = textOf(argument(args, 'sep', 0));
        // A search text is taken apart at its spaces, too.
        if (given === ' ') return unknown;
        const divider = given ?? (args.positional.length === 0 ? ' ' : ',');
        if (
          draft.isTextual &&
          draft.typeId === null &&
          divider !== '' &&
          subject.part === 'whole' &&
          !draft.isList
        ) {
          draft.isList = true;
          draft.divider = divider;
        }
        return subjectOf(draft, 'parts');
      });
    case 'splitlines':
      return native(() => {
        draft.isMultiline = true;
        return unknown;
      });
    case 'lower':
    case 'upper':
    case 'strip':
    case 'rstrip':
    case 'lstrip':
    case 'title':
    case 'casefold':
    case 'encode':
    case 'decode':
    case 'replace':
    case 'expanduser':
    case 'resolve':
    case 'absolute':
    case 'date':
    case 'get_secret_value':
      return native(() => {
        if (name === 'date' && draft.typeId === 'datetime') draft.typeId = 'date';
        return subject;
      });
    case 'read_text':
    case 'read_bytes':
    case 'is_file':
      return native(() => {
        markFile(draft);
        return unknown;
      });
    case 'open':
      return native((args) => {
        if (!/[wax+]/.test(textOf(argument(args, 'mode', 0)) ?? 'r')) markFile(draft);
        return unknown;
      });
    default:
      return null;
  }
}
