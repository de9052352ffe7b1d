import type { Draft } from '../values/draft';
import {
  argument,
  dictOf,
  isTrue,
  itemsOf,
  jsonOf,
  none,
  numberOf,
  plain,
  subjectOf,
  textOf,
  thingOf,
  unknown,
} from '../values/make';
import type { CallArguments, Interpreter, NativeCall, Value } from '../values/value';
import { conversions } from './conversions';
import { shownText } from './text-format';

/** Functions that read a file by its path. */
const fileReaders = [
  'open',
  'io.open',
  'gzip.open',
  'codecs.open',
  'zipfile.ZipFile',
  'tarfile.open',
  'PIL.Image.open',
  'csv.reader',
  'pandas.read_csv',
  'pandas.read_excel',
  'pandas.read_json',
  'pandas.read_parquet',
  'pandas.read_table',
  'polars.read_csv',
  'numpy.loadtxt',
  'numpy.load',
  'os.path.isfile',
];

const ends = ['sys.exit', 'exit', 'quit', 'os._exit', 'os.abort', 'SystemExit'];

const readFile: NativeCall = (args) => {
  const [path] = args.positional;
  const mode = textOf(argument(args, 'mode', 1)) ?? 'r';
  if (path?.kind === 'subject' && !/[wax+]/.test(mode)) markFile(path.draft);
  return unknown;
};

/** An input that takes a list of paths isn't a file input. */
export function markFile(draft: Draft): void {
  if (!draft.isList && draft.typeId !== 'bool') draft.isFile = true;
}

const length: NativeCall = ({ positional: [value] }) => {
  if (value?.kind === 'items') return plain(value.items.length);
  if (value?.kind === 'dict') return plain(value.entries.size);
  const text = textOf(value);
  if (text !== null) return plain(text.length);
  return value?.kind === 'thing' ? (value.thing.length?.() ?? unknown) : unknown;
};

const list =
  (form: 'list' | 'tuple' | 'set'): NativeCall =>
  ({ positional: [value], site }, machine) => {
    if (value === undefined) return itemsOf([], form);
    if (value.kind === 'subject' || value.kind === 'thing') return value;
    const elements = machine.elements(value, site);
    return elements === null ? unknown : itemsOf(elements, form);
  };

const reversed: NativeCall = ({ positional: [value], site }, machine) => {
  const elements = value === undefined ? null : machine.elements(value, site);
  return elements === null ? unknown : itemsOf(elements.reverse());
};

const sorted: NativeCall = ({ positional: [value], keywords, site }, machine) => {
  if (value?.kind === 'subject') return value;
  const elements = value === undefined ? null : machine.elements(value, site);
  if (elements === null) return unknown;
  const plainOnly = elements.every((element) => element.kind === 'plain');
  const keyed = elements.map((element) => ({ element, key: jsonOf(element) ?? null }));
  if (plainOnly) keyed.sort((a, b) => compareLiterals(a.key, b.key));
  if (isTrue(keywords.get('reverse'))) keyed.reverse();
  return itemsOf(keyed.map(({ element }) => element));
};

function compareLiterals(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

const enumerate: NativeCall = (args, machine) => {
  const [value] = args.positional;
  const elements = value === undefined ? null : machine.elements(value, args.site);
  const start = numberOf(argument(args, 'start', 1)) ?? 0;
  return elements === null
    ? unknown
    : itemsOf(elements.map((element, at) => itemsOf([plain(at + start), element], 'tuple')));
};

const zip: NativeCall = ({ positional, site }, machine) => {
  const lists = positional.map((value) => machine.elements(value, site));
  const known = lists.filter((elements) => elements !== null);
  if (known.length !== lists.length) return unknown;
  const shortest = Math.min(...known.map(({ length: size }) => size), 2000);
  return itemsOf(
    Array.from({ length: shortest }, (_, at) =>
      itemsOf(
        known.map((elements) => elements[at] ?? none),
        'tuple',
      ),
    ),
  );
};

const mostRange = 2000;

const range: NativeCall = ({ positional }) => {
  const numbers = positional.map((value) => numberOf(value));
  if (numbers.some((number) => number === null)) return unknown;
  const [first = 0, second, third] = numbers.map((number) => number ?? 0);
  const [from, to, step] = second === undefined ? [0, first, 1] : [first, second, third ?? 1];
  const count = step === 0 ? 0 : Math.max(0, Math.ceil((to - from) / step));
  if (count > mostRange) return thingOf({ length: () => plain(count) });
  return itemsOf(
    Array.from({ length: count }, (_, at) => plain(from + at * step)),
    'tuple',
  );
};

const map: NativeCall = ({ positional: [work, value], site }, machine) => {
  if (work === undefined || value === undefined) return unknown;
  const once = (element: Value): Value =>
    machine.call(work, { positional: [element], keywords: new Map(), isOpen: false, site, code: () => null });
  if (value.kind === 'subject' && value.part === 'parts') {
    once(subjectOf(value.draft, 'element'));
    return value;
  }
  const elements = machine.elements(value, site);
  return elements === null ? unknown : itemsOf(elements.map(once));
};

const dict: NativeCall = ({ positional: [value], keywords, site }, machine) => {
  const pairs: (readonly [Value, Value])[] = [];
  if (value?.kind === 'dict')
    for (const entry of value.entries.values()) pairs.push([entry.key, entry.value]);
  else if (value?.kind === 'thing') return value;
  else if (value !== undefined)
    for (const pair of machine.elements(value, site) ?? []) {
      const [key, inner] = machine.elements(pair, site) ?? [];
      if (key !== undefined && inner !== undefined) pairs.push([key, inner]);
    }
  for (const [name, inner] of keywords) pairs.push([plain(name), inner]);
  return dictOf(pairs);
};

const text: NativeCall = ({ positional: [value] }) => {
  if (value === undefined) return plain('');
  if (value.kind === 'subject') return value;
  const shown = shownText(value);
  return shown === null ? unknown : plain(shown);
};

const getAttribute: NativeCall = ({ positional: [object, name, fallback], site }, machine) => {
  const key = textOf(name);
  if (object === undefined || key === null) return fallback ?? unknown;
  const value = machine.attribute(object, key, site);
  return value.kind === 'unknown' && fallback !== undefined ? fallback : value;
};

const superOf: NativeCall = () => unknown;

/** The built-in functions of Python and a few of its library, as far as they bear on inputs. */
export const builtins: ReadonlyMap<string, NativeCall> = new Map<string, NativeCall>([
  ...conversions,
  ...fileReaders.map((name) => [name, readFile] as const),
  ...ends.map(
    (name) =>
      [
        name,
        (_args: CallArguments, machine: Interpreter) => {
          machine.fail();
          return none;
        },
      ] as const,
  ),
  ['str', text],
  ['os.path.expanduser', text],
  ['os.path.abspath', text],
  ['os.path.realpath', text],
  ['os.fspath', text],
  ['len', length],
  ['list', list('list')],
  ['tuple', list('tuple')],
  ['set', list('set')],
  ['frozenset', list('set')],
  ['iter', list('list')],
  ['reversed', reversed],
  ['sorted', sorted],
  ['enumerate', enumerate],
  ['zip', zip],
  ['range', range],
  ['map', map],
  ['dict', dict],
  ['collections.OrderedDict', dict],
  ['getattr', getAttribute],
  ['super', superOf],
  ['typing.cast', ({ positional: [, value] }) => value ?? unknown],
  ['functools.wraps', () => ({ kind: 'native', call: ({ positional: [value] }) => value ?? unknown })],
  ['textwrap.dedent', ({ positional: [value] }) => value ?? unknown],
  ['inspect.cleandoc', ({ positional: [value] }) => value ?? unknown],
  ['vars', ({ positional: [value] }) => value ?? unknown],
]);
