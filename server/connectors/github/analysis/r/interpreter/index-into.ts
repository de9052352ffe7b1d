import type { Site } from '../../values/draft';
import { codeOf, type Expression } from '../syntax/ast';
import {
  isTrue,
  itemsOf,
  nothing,
  numberOf,
  plain,
  subjectOf,
  textOf,
  unknownCode,
  vectorOf,
} from '../values/make';
import {
  type Interpreter,
  type Item,
  type ItemsValue,
  type Scope,
  siteOf,
  type Value,
} from '../values/value';
import { argumentsOf } from './calls';
import { lackingOf } from './lacking';
import type { Runner } from './runner';

/** `x[…]` and `x[[…]]` */
export function indexed(
  expression: Extract<Expression, { kind: 'index' }>,
  scope: Scope,
  machine: Runner,
): Value {
  const site = siteOf(expression);
  const code = codeOf(expression);
  const object = machine.evaluate(expression.object, scope);
  const args = argumentsOf(expression.args, scope, machine).filter(({ name }) => name === null);
  const [arg] = args;
  if (object.kind === 'ended') return object;
  if (arg === undefined || args.length > 1) {
    const keys = args.map((each) => (each.expression === null ? nothing : each.value()));
    if (arg === undefined || object.kind !== 'items' || object.rows === null) return unknownCode(code);
    return inMatrix(object, keys, code);
  }
  const key = arg.value();
  return key.kind === 'ended' ? key : partOf(object, key, expression.isSingle, { site, code }, machine);
}

interface Place {
  site: Site;
  code: string | null;
}

export function partOf(
  object: Value,
  key: Value,
  isSingle: boolean,
  place: Place,
  machine: Interpreter,
): Value {
  switch (object.kind) {
    case 'thing': {
      const name = textOf(key);
      const { thing } = object;
      const member =
        name === null || thing.member === undefined ? null : thing.member(name, machine, place.site);
      return member ?? thing.index?.(key, machine, place.site) ?? unknownCode(place.code);
    }
    case 'items':
      return partOfItems(object, key, isSingle, place);
    case 'subject':
      return partOfSubject(object, key);
    case 'plain':
    case 'test':
      return numberOf(key) === 1 || key.kind === 'test' || isTrue(key) ? object : unknownCode(place.code);
    case 'null':
      return nothing;
    default:
      return unknownCode(place.code);
  }
}

function partOfSubject(subject: Extract<Value, { kind: 'subject' }>, key: Value): Value {
  if (subject.part !== 'parts' || numberOf(key) === null) return subject;
  subject.draft.isPicked = true;
  return subjectOf(subject.draft, 'element');
}

function partOfItems(object: ItemsValue, key: Value, isSingle: boolean, place: Place): Value {
  const name = textOf(key);
  const at = numberOf(key);
  if (name !== null || (at !== null && at >= 0)) {
    const item =
      name === null ? object.items[(at ?? 0) - 1] : object.items.find((each) => each.name === name);
    if (item === undefined) {
      if (object.isOpen) return unknownCode(place.code);
      return object.isList && isSingle ? nothing : { kind: 'na', typeId: null };
    }
    return object.isList && !isSingle ? itemsOf([item], true) : item.value;
  }
  if (at !== null) return { ...object, items: object.items.filter((_, index) => index !== -at - 1) };
  const chosen = chosenItems(object, key);
  if (chosen === null)
    return lackingOf(object, key) ?? (isSingle ? unknownCode(place.code) : { ...object, isOpen: true });
  return object.isList ? { ...object, items: chosen } : vectorOrItems(chosen);
}

const vectorOrItems = (items: Item[]): Value =>
  items.every(({ name }) => name === null) ? vectorOf(items.map(({ value }) => value)) : itemsOf(items);

/** The items that a vector of places, names, or truths chooses; null if it can't be told which. */
function chosenItems({ items, isOpen }: ItemsValue, key: Value): Item[] | null {
  if (isOpen) return null;
  if (key.kind === 'plain' && typeof key.value === 'boolean') return key.value ? items : [];
  if (key.kind !== 'items') return null;
  const keys = key.items.map((item) => (item.value.kind === 'plain' ? item.value.value : null));
  if (keys.includes(null)) return null;
  if (keys.every((each) => typeof each === 'boolean')) return items.filter((_, at) => keys[at] === true);
  if (keys.every((each) => typeof each === 'number' && each < 0))
    return items.filter((_, at) => !keys.includes(-at - 1));
  return keys.flatMap((each): Item[] => {
    const item = typeof each === 'number' ? items[each - 1] : items.find(({ name }) => name === each);
    return item === undefined ? [] : [item];
  });
}

/** `m[2, 3]`, `m[2, ]`, `m[, 3]` of a matrix, whose columns stand one after the other. */
function inMatrix({ items, rows }: ItemsValue, [row, column]: readonly Value[], code: string): Value {
  const height = rows ?? 1;
  const [i, j] = [numberOf(row), numberOf(column)];
  if (i !== null && j !== null) return items[(j - 1) * height + i - 1]?.value ?? unknownCode(code);
  if (i !== null) return vectorOf(items.filter((_, at) => at % height === i - 1).map(({ value }) => value));
  if (j !== null) return vectorOf(items.slice((j - 1) * height, j * height).map(({ value }) => value));
  return unknownCode(code);
}

/** `x$name` */
export function memberOf(object: Value, name: string, site: Site, code: string, machine: Interpreter): Value {
  switch (object.kind) {
    case 'ended':
      return object;
    case 'thing':
      return object.thing.member?.(name, machine, site) ?? unknownCode(code);
    case 'items':
      return object.items.length > 0 || object.isOpen || !object.isList
        ? partOf(object, plain(name), true, { site, code }, machine)
        : nothing;
    case 'null':
      return nothing;
    default:
      return unknownCode(code);
  }
}
