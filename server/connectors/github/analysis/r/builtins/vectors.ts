import { partOf } from '../interpreter/index-into';
import { lacking } from '../interpreter/lacking';
import {
  isTrue,
  itemsOf,
  knownTexts,
  native,
  nothing,
  numberOf,
  plain,
  textOf,
  textsOf,
  typeOf,
  unknown,
  unknownCode,
  vectorOf,
} from '../values/make';
import type { Argument, Call, Interpreter, Item, Native, Value } from '../values/value';

/** `c(…)`: vectors and lists become one. */
const combining = native('...', (call) => {
  const parts = call.all.flatMap((arg): Item[] => {
    if (arg.name === 'recursive' || arg.name === 'use.names') return [];
    return flattened(arg.name, arg.value());
  });
  return madeOf(parts, call);
});

function flattened(name: string | null, value: Value): Item[] {
  if (value.kind === 'null') return [];
  if (value.kind !== 'items') return [{ name, value }];
  return value.items.map((item) => ({
    name: item.name ?? (value.items.length === 1 ? name : null),
    value: item.value,
  }));
}

function madeOf(items: Item[], call: Call): Value {
  const values = call.all.map(({ value }) => value());
  const isList =
    values.some((value) => value.kind === 'items' && value.isList) ||
    items.some(({ value }) => value.kind === 'function');
  const isOpen = values.some((value) => (value.kind === 'items' && value.isOpen) || value.kind === 'unknown');
  const [only] = items;
  if (items.length === 0) return call.all.length === 0 ? nothing : itemsOf([], isList, isOpen);
  const isScalar = items.length === 1 && only !== undefined && only.name === null && !isList && !isOpen;
  return isScalar ? only.value : itemsOf(items, isList, isOpen && values.length > 1);
}

const listing = native('...', (call) =>
  itemsOf(
    call.all.map((arg): Item => {
      const value = arg.value();
      if (arg.name !== null && value.kind === 'subject') value.draft.name(arg.name, 1);
      return { name: arg.name, value };
    }),
    true,
  ),
);

const empty = native('length ...', () => itemsOf([]));

const naming = native('object nm', (call, machine) => {
  const object = call.value('object') ?? nothing;
  const keys = call.value('nm') ?? object;
  if (keys.kind === 'thing')
    return keys.thing.setIndex?.(itemsOf([], true), object, machine, call.site) ?? object;
  const names = knownTexts(keys);
  if (names === null) return object;
  if (object.kind === 'thing') {
    object.thing.setNames?.(names);
    return object;
  }
  const items = machine.elements(object, call.site)?.items ?? [];
  return itemsOf(
    items.map((item, at) => ({ ...item, name: names[at] ?? null })),
    object.kind === 'items' && object.isList,
  );
});

const namesOf = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind === 'thing') return value.thing.names?.() ?? unknown;
  if (value.kind !== 'items') return value.kind === 'null' ? nothing : unknown;
  const names = value.items.flatMap(({ name }) => name ?? []);
  if (value.isOpen) return unknownCode(call.code);
  return names.length === 0 ? nothing : textsOf(names);
});

const unlisting = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind !== 'items') return value;
  const items = value.items.flatMap(({ name, value: inner }) => flattened(name, inner));
  const [only] = items;
  return items.length === 1 && only !== undefined ? only.value : { ...value, isList: false, items };
});

/** Only some of the elements, or in another order. */
const selecting = (choose: (items: Item[], count: number) => Item[], usual: number) =>
  native('x n ...', (call, machine) => {
    const value = call.value('x') ?? nothing;
    const count = numberOf(call.value('n')) ?? usual;
    if (value.kind === 'thing')
      return value.thing.index?.(plain(count === 1 ? 1 : -1), machine, call.site) ?? value;
    return value.kind === 'items' ? { ...value, items: choose(value.items, count) } : value;
  });

const heads = (items: Item[], count: number): Item[] =>
  items.slice(0, count < 0 ? items.length + count : count);
const tails = (items: Item[], count: number): Item[] =>
  count < 0 ? items.slice(-count) : items.slice(-count || items.length);

const setOf = (combine: (left: string[], right: string[]) => string[]) =>
  native('x y', (call) => {
    const [left, right] = [knownTexts(call.value('x')), knownTexts(call.value('y'))];
    return left === null || right === null ? unknownCode(call.code) : textsOf(combine(left, right));
  });

/** `setdiff(required, names(options))`: what is missing among the options. */
const without = native('x y', (call, machine) => {
  const [left, right] = [knownTexts(call.value('x')), call.value('y') ?? nothing];
  if (left === null) return unknownCode(call.code);
  if (right.kind === 'thing') {
    const tests = left.flatMap((text) => right.thing.contains?.(text, machine, call.site) ?? []);
    return (
      lacking(
        tests.map((test) => ({ ...test, missing: { whenTrue: test.missing.whenFalse, whenFalse: [] } })),
      ) ?? unknown
    );
  }
  const known = knownTexts(right);
  return known === null ? unknownCode(call.code) : textsOf(left.filter((text) => !known.includes(text)));
});

const along = native('along.with', (call, machine) => {
  const value = call.value('along.with') ?? nothing;
  if (value.kind === 'thing') return value.thing.length?.() ?? unknown;
  const elements = machine.elements(value, call.site);
  return elements === null || elements.isOpen
    ? unknownCode(call.code)
    : vectorOf(elements.items.map((_, at) => plain(at + 1, 'integer')));
});

const counting = native('length.out', (call) => {
  const value = call.value('length.out') ?? nothing;
  const count = numberOf(value);
  if (count === null || count > 1000) return value.kind === 'thing' ? value : unknownCode(call.code);
  return vectorOf(Array.from({ length: count }, (_, at) => plain(at + 1, 'integer')));
});

const sequence = native('from to by length.out ...', (call) => {
  const [from, to, by] = ['from', 'to', 'by'].map((name) => numberOf(call.value(name)));
  if (from == null || to == null) return unknownCode(call.code);
  const step = by ?? 1;
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (!(count > 0 && count <= 1000)) return unknownCode(call.code);
  return vectorOf(Array.from({ length: count }, (_, at) => plain(from + at * step)));
});

const repeating = native('x times ...', (call) => {
  const [value, times] = [call.value('x') ?? nothing, numberOf(call.value('times')) ?? 1];
  if (value.kind !== 'plain' || times > 200) return unknownCode(call.code);
  return vectorOf(Array.from({ length: times }, () => value));
});

/** `which(args == "--rows")`: where something is, which is known by what it is. */
const places = native('x ...', (call) => {
  const value = call.value('x') ?? nothing;
  if (value.kind !== 'items') return value;
  const at = value.items.flatMap((item, place) => (isTrue(item.value) ? [plain(place + 1, 'integer')] : []));
  return value.items.every((item) => item.value.kind === 'plain') ? vectorOf(at) : unknownCode(call.code);
});

/** `match("--rows", args)` */
const matching = native('x table ...', (call) => {
  const [text, table] = [textOf(call.value('x')), call.value('table') ?? nothing];
  if (text === null || table.kind !== 'thing') return unknownCode(call.code);
  return table.thing.compare?.('is', [text], call.site) ?? unknownCode(call.code);
});

/** A matrix, whose elements are kept by columns. */
const matrix = native('data nrow ncol byrow dimnames', (call) => {
  const data = call.value('data') ?? nothing;
  if (data.kind !== 'items') return unknownCode(call.code);
  const count = data.items.length;
  const columns = numberOf(call.value('ncol')) ?? count / (numberOf(call.value('nrow')) ?? count);
  if (!Number.isInteger(columns) || columns < 1) return unknownCode(call.code);
  const rows = Math.ceil(count / columns);
  return isTrue(call.value('byrow')) ? byColumns(data.items, rows, columns) : { ...data, rows };
});

function byColumns(items: readonly Item[], rows: number, columns: number): Value {
  const turned = Array.from({ length: columns }, (_, j) =>
    Array.from({ length: rows }, (__, i) => items[i * columns + j] ?? { name: null, value: unknown }),
  ).flat();
  return { ...itemsOf(turned), rows };
}

const rowsBound = native('...', (call, machine) => {
  const rows = call.all.map((arg) => machine.elements(arg.value(), call.site)?.items ?? null);
  const [first] = rows;
  if (first == null || rows.includes(null)) return unknownCode(call.code);
  return byColumns(
    rows.flatMap((row) => row ?? []),
    rows.length,
    first.length,
  );
});

const modified = native('x val ...', (call) => {
  const [x, val] = [call.value('x') ?? nothing, call.value('val') ?? nothing];
  if (x.kind !== 'items' || val.kind !== 'items')
    return x.kind === 'thing' ? x : val.kind === 'thing' ? val : unknownCode(call.code);
  const kept = x.items.filter(({ name }) => !val.items.some((item) => item.name === name));
  return { ...x, items: [...kept, ...val.items] };
});

const classOf = native('x ...', (call) => {
  const typeId = typeOf(call.value('x') ?? nothing);
  return typeId === null ? unknownCode(call.code) : plain(typeId);
});

const element = (call: Call, machine: Interpreter, isSingle: boolean): Value => {
  const [object, key]: (Argument | undefined)[] = [...call.all];
  return partOf(object?.value() ?? nothing, key?.value() ?? nothing, isSingle, call, machine);
};

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const vectorCalls: ReadonlyMap<string, Native> = new Map([
  ...names('c append combine', combining),
  ...names('list list2 data.frame tibble alist dots_list', listing),
  ...names('character vector numeric double integer logical', empty),
  ...names('setNames set_names', naming),
  ['names', namesOf],
  ...names('unlist as.vector flatten list_simplify as.list', unlisting),
  ...names(
    'sort rev unique na.omit compact Recall unname',
    native('x ...', (call) => call.value('x') ?? nothing),
  ),
  ['head', selecting(heads, 6)],
  ['tail', selecting(tails, 6)],
  ['first', selecting((items) => items.slice(0, 1), 1)],
  ['union', setOf((left, right) => [...new Set([...left, ...right])])],
  ['intersect', setOf((left, right) => left.filter((text) => right.includes(text)))],
  ['setdiff', without],
  ['seq_along', along],
  ['seq_len', counting],
  ['seq', sequence],
  ['rep', repeating],
  ['which', places],
  ['match', matching],
  ['matrix', matrix],
  ['rbind', rowsBound],
  ['modifyList', modified],
  ['class', classOf],
  ['[[', native('...', (call, machine) => element(call, machine, true))],
  ['[', native('...', (call, machine) => element(call, machine, false))],
]);
