import { mostItems } from '../../limits';
import type { Expression } from '../syntax/ast';
import { draftIn } from '../values/join';
import { isNull, itemsOf, numberOf, plain, textOf, unknown } from '../values/make';
import { type Item, type ItemsValue, type Scope, siteOf, type Value } from '../values/value';
import { argumentsOf } from './calls';
import type { Runner } from './runner';

/** Gives a value to a name, or to a part of what a name has. */
export function assign(target: Expression, value: Value, scope: Scope, machine: Runner): void {
  switch (target.kind) {
    case 'text':
    case 'name': {
      const name = target.kind === 'text' ? target.value : target.name;
      setName(name, value, scope, machine);
      break;
    }
    case 'member': {
      const object = machine.evaluate(target.object, scope);
      setPart(target.object, object, plain(target.name), value, scope, machine);
      break;
    }
    case 'index': {
      const [arg, more] = argumentsOf(target.args, scope, machine);
      const object = machine.evaluate(target.object, scope);
      if (arg === undefined || more !== undefined) return;
      setPart(target.object, object, arg.value(), value, scope, machine);
      break;
    }
    case 'call':
      setByFunction(target, value, scope, machine);
      break;
  }
}

function setName(name: string, value: Value, scope: Scope, machine: Runner): void {
  const rank = scope === machine.global ? 2 : 1;
  draftIn(value)?.name(name, rank);
  if (value.kind === 'thing') value.thing.named?.(name);
  const isNameless = value.kind === 'function' && value.name === null;
  scope.set(name, isNameless ? { ...value, name } : value);
}

/** `object$key <- value`: the object is replaced by one with the value. */
function setPart(
  target: Expression,
  object: Value,
  key: Value,
  value: Value,
  scope: Scope,
  machine: Runner,
): void {
  const site = siteOf(target);
  if (object.kind === 'thing') {
    const name = textOf(key);
    if (name !== null && object.thing.setMember !== undefined) object.thing.setMember(name, value, machine);
    else {
      const made = object.thing.setIndex?.(key, value, machine, site) ?? null;
      if (made !== null) assign(target, made, scope, machine);
    }
    return;
  }
  if (key.kind === 'thing' && object.kind !== 'unknown') {
    // A key that only the caller knows: what keeps such keys says what becomes of the object.
    const made = key.thing.setIndex?.(object, value, machine, site) ?? null;
    if (made !== null) assign(target, made, scope, machine);
    else if (object.kind === 'items') assign(target, { ...object, isOpen: true }, scope, machine);
    return;
  }
  const known =
    object.kind === 'items' ? object : isNull(object) || object.kind === 'library' ? itemsOf([], true) : null;
  if (known === null) return;
  const made = withPart(known, key, value);
  if (made !== null) assign(target, made, scope, machine);
}

function withPart(object: ItemsValue, key: Value, value: Value): Value | null {
  const name = textOf(key);
  const at = numberOf(key);
  if (name === null && (at === null || at < 1 || at > 1000)) return { ...object, isOpen: true };
  if (value.kind === 'subject' && name !== null) value.draft.name(name, 1);
  const place = name === null ? (at ?? 1) - 1 : object.items.findIndex((item) => item.name === name);
  if (object.items.length >= mostItems) return { ...object, isOpen: true };
  const items = [...object.items];
  if (name !== null && place < 0) items.push({ name, value });
  else {
    while (items.length < place) items.push({ name: null, value: { kind: 'na', typeId: null } });
    const before: Item | undefined = items[place];
    items[place] = { name: before?.name ?? null, value };
  }
  return { ...object, items };
}

/** `names(x) <- value` */
function setByFunction(
  target: Extract<Expression, { kind: 'call' }>,
  value: Value,
  scope: Scope,
  machine: Runner,
): void {
  const { callee } = target;
  const inner = target.args[0]?.value;
  if (callee.kind !== 'name' || inner == null) return;
  if (callee.name !== 'names') {
    if (callee.name === 'levels' || callee.name === 'class' || callee.name === 'attr') return;
    assign(inner, unknown, scope, machine);
    return;
  }
  const object = machine.evaluate(inner, scope);
  if (value.kind === 'thing') {
    const made = value.thing.setIndex?.(itemsOf([], true), object, machine, siteOf(target)) ?? null;
    if (made !== null) assign(inner, made, scope, machine);
    return;
  }
  const names = machine.elements(value, siteOf(target))?.items.map((item) => textOf(item.value)) ?? null;
  if (names === null) return;
  if (object.kind === 'thing') object.thing.setNames?.(names.map((name) => name ?? ''));
  if (object.kind === 'items') {
    const items = object.items.map((item, at) => ({ ...item, name: names[at] ?? null }));
    assign(inner, { ...object, items }, scope, machine);
  }
}
