import { given } from '../interpreter/calls';
import { lackingOf } from '../interpreter/lacking';
import { isTrue, itemsOf, native, nothing, textOf, unknownCode } from '../values/make';
import type { Call, Interpreter, Item, Native, Value } from '../values/value';

/** Loops that go around more often than this aren't of inputs. */
const mostRounds = 300;

/** A function by its name, or as it is. */
function functionOf(value: Value | undefined): Value {
  const name = textOf(value);
  return name === null ? (value ?? nothing) : { kind: 'library', name };
}

/** Calls a function with each element. */
function applied(call: Call, list: Value, callee: Value, machine: Interpreter): Value {
  const elements = machine.elements(list, call.site);
  const rest = call.rest.filter(
    ({ name }) => !/^(USE\.NAMES|simplify|FUN\.VALUE|\.progress|future\.seed)$/.test(name ?? ''),
  );
  const origin = { site: call.site, code: call.code, scope: call.scope };
  const one = (value: Value) => machine.call(callee, [given(value), ...rest], origin);
  if (elements === null || elements.items.length > mostRounds) {
    if (callee.kind === 'function') machine.inCase(null, () => one(unknownCode(null)));
    return unknownCode(call.code);
  }
  if (elements.isOpen) {
    const results = elements.items.map((item) => machine.inCase(null, () => one(item.value)));
    const [first] = results;
    // Each part of a text that is made a number makes it a list of numbers.
    return list.kind === 'subject' && first?.kind === 'subject' && first.draft === list.draft
      ? list
      : mapped(list, first, call);
  }
  const isNamed = list.kind === 'items' && !list.isList && elements.items.every((item) => item.name === null);
  const items: Item[] = [];
  for (const item of elements.items) {
    const value = one(item.value);
    if (value.kind === 'ended') return value;
    const name =
      item.name ?? (isNamed && /^(sapply|vapply)\(/.test(call.code ?? '') ? textOf(item.value) : null);
    items.push({ name, value });
  }
  return itemsOf(items, true);
}

const mapped = (list: Value, first: Value | undefined, call: Call): Value =>
  list.kind === 'thing' && first?.kind === 'thing' ? first : unknownCode(call.code);

const applying = native('X FUN ...', (call, machine) =>
  applied(call, call.value('X') ?? nothing, functionOf(call.value('FUN')), machine),
);

/** The results as a vector, if each is a single value. */
const applyingToVector = native('X FUN FUN.VALUE ...', (call, machine) =>
  simplified(applied(call, call.value('X') ?? nothing, functionOf(call.value('FUN')), machine)),
);

const simplified = (value: Value): Value =>
  value.kind === 'items' &&
  value.items.every((item) => item.value.kind !== 'items' && item.value.kind !== 'function')
    ? value.items.length === 1 && value.items[0] !== undefined && value.items[0].name === null
      ? value.items[0].value
      : { ...value, isList: false }
    : value;

const purrr = native('.x .f ...', (call, machine) =>
  applied(call, call.value('.x') ?? nothing, functionOf(call.value('.f')), machine),
);

/** Calls a function with the elements of several vectors side by side. */
const sideBySide = native('FUN f .l .x .y .f ... MoreArgs SIMPLIFY USE.NAMES', (call, machine) => {
  const callee = functionOf(call.value('FUN') ?? call.value('f') ?? call.value('.f'));
  const lists = [call.argument('.x'), call.argument('.y'), ...call.rest].flatMap((arg) => arg ?? []);
  const columns = lists.map((arg) => ({
    name: arg.name?.startsWith('.') ? null : arg.name,
    items: machine.elements(arg.value(), call.site),
  }));
  const count = Math.max(0, ...columns.map(({ items }) => items?.items.length ?? 0));
  if (count > mostRounds || columns.some(({ items }) => items === null || items.isOpen))
    return unknownCode(call.code);
  const origin = { site: call.site, code: call.code, scope: call.scope };
  const items = Array.from({ length: count }, (_, at): Item => {
    const args = columns.map(({ name, items: column }) => {
      const all = column?.items ?? [];
      return given(all[at % Math.max(1, all.length)]?.value ?? nothing, name);
    });
    return { name: columns[0]?.items?.items[at]?.name ?? null, value: machine.call(callee, args, origin) };
  });
  return itemsOf(items, true);
});

const mapTwo = native('.x .y .f ...', (call, machine) => sideBySide.call(call, machine));

const namedMap = native('.x .f ...', (call, machine) => {
  const elements = machine.elements(call.value('.x') ?? nothing, call.site);
  if (elements === null || elements.isOpen) return unknownCode(call.code);
  const callee = functionOf(call.value('.f'));
  const origin = { site: call.site, code: call.code, scope: call.scope };
  return itemsOf(
    elements.items.map(({ name, value }) => ({
      name,
      value: machine.call(
        callee,
        [given(value), given({ kind: 'plain', value: name ?? '', typeId: null }), ...call.rest],
        origin,
      ),
    })),
    true,
  );
});

const filtering = native('f x', (call, machine) => {
  const list = call.value('x') ?? nothing;
  const callee = functionOf(call.value('f'));
  const origin = { site: call.site, code: call.code, scope: call.scope };
  if (list.kind === 'thing') {
    const element = machine.elements(list, call.site)?.items[0]?.value;
    const found = element === undefined ? null : machine.call(callee, [given(element)], origin);
    return (found === null ? null : list.thing.index?.(found, machine, call.site)) ?? unknownCode(call.code);
  }
  if (list.kind !== 'items') return unknownCode(call.code);
  const tests = list.items.map((item) => machine.call(callee, [given(item.value)], origin));
  const lacking = lackingOf(list, itemsOf(tests.map((value) => ({ name: null, value }))));
  if (lacking !== null) return lacking;
  const isKnown = tests.every((value) => value.kind === 'plain');
  return isKnown
    ? { ...list, items: list.items.filter((_, at) => isTrue(tests[at])) }
    : { ...list, isOpen: true };
});

const reducing = native('f x init ...', (call, machine) => {
  const elements = machine.elements(call.value('x') ?? nothing, call.site);
  if (elements === null || elements.isOpen || elements.items.length > mostRounds)
    return unknownCode(call.code);
  const callee = functionOf(call.value('f'));
  const origin = { site: call.site, code: call.code, scope: call.scope };
  const values = elements.items.map((item) => item.value);
  const init = call.value('init') ?? values.shift() ?? nothing;
  return values.reduce((left, right) => machine.call(callee, [given(left), given(right)], origin), init);
});

/** purrr has the list first. */
const reducingList = native('.x .f .init ...', (call, machine) => {
  const swapped: Call = {
    ...call,
    value: (formal) => call.value({ f: '.f', x: '.x', init: '.init' }[formal] ?? formal),
  };
  return reducing.call(swapped, machine);
});

const names = (text: string, value: Native): [string, Native][] =>
  text.split(' ').map((name) => [name, value]);

export const functionalCalls: ReadonlyMap<string, Native> = new Map([
  ...names('lapply future_lapply mclapply pblapply parLapply', applying),
  ...names('sapply vapply', applyingToVector),
  ...names('map walk keep map_df map_dfr future_map', purrr),
  ...names(
    'map_chr map_int map_dbl map_lgl',
    native('.x .f ...', (call, machine) => simplified(purrr.call(call, machine))),
  ),
  ...names('Map mapply pmap', sideBySide),
  ...names('map2 walk2', mapTwo),
  ...names('imap iwalk', namedMap),
  ['Filter', filtering],
  ['Reduce', reducing],
  ...names('reduce', reducingList),
]);
