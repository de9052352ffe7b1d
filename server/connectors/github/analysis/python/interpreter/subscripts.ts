import { chosenFrom } from '../builtins/dispatch';
import type { Expression } from '../syntax/ast';
import { itemsOf, keyOf, numberOf, plain, subjectOf, textOf, unknown } from '../values/make';
import type { ClassValue, Interpreter, ItemsValue, Scope, Value } from '../values/value';
import { isEnum, membersOf } from './classes';

export function subscript(
  expression: Extract<Expression, { kind: 'subscript' }>,
  scope: Scope,
  machine: Interpreter,
): Value | null {
  const object = machine.evaluate(expression.object, scope);
  const [first] = expression.index;
  if (first === undefined) return null;
  const site = { path: scope.module.path, line: expression.line };
  if (first.kind === 'slice') {
    const bound = (part: Expression | null): number | null | undefined =>
      part === null ? null : (numberOf(machine.evaluate(part, scope)) ?? undefined);
    const [from, to] = [bound(first.from), bound(first.to)];
    if (object.kind === 'subject') return object.part === 'parts' ? object : unknown;
    if (from === undefined || to === undefined) return null;
    if (object.kind === 'thing') return object.thing.slice?.(from, to) ?? null;
    return sliced(object, from, to);
  }
  const key = machine.evaluate(first, scope);
  switch (object.kind) {
    case 'thing':
      return object.thing.item?.(key, machine, site) ?? null;
    case 'dict': {
      if (key.kind === 'subject') return chosenFrom(object, key);
      const text = keyOf(key);
      return (text === null ? undefined : object.entries.get(text)?.value) ?? null;
    }
    case 'items':
      return itemAt(object, numberOf(key));
    case 'class':
      return memberOfEnum(object, key) ?? machine.attribute(object, textOf(key) ?? '', site);
    case 'subject':
      if (object.part !== 'parts') return unknown;
      object.draft.isPicked ||= numberOf(key) !== null;
      return subjectOf(object.draft, 'element');
    case 'plain': {
      const [text, at] = [textOf(object), numberOf(key)];
      return text === null || at === null ? null : plain(text.at(at) ?? '');
    }
    default:
      return null;
  }
}

/** `Color[text]`, which takes the names of the members. */
function memberOfEnum(value: ClassValue, key: Value): Value | null {
  if (key.kind !== 'subject' || !isEnum(value)) return null;
  key.draft.choices ??= membersOf(value).map(({ name }) => name);
  return key;
}

const itemAt = ({ items }: ItemsValue, at: number | null): Value | null =>
  at === null ? null : (items.at(at) ?? null);

function sliced(object: Value, from: number | null, to: number | null): Value | null {
  if (object.kind === 'items') return itemsOf(object.items.slice(from ?? 0, to ?? undefined), object.form);
  const text = textOf(object);
  return text === null ? null : plain(text.slice(from ?? 0, to ?? undefined));
}
