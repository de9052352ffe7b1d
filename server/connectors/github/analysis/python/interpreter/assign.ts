import type { Site } from '../../values/draft';
import type { Expression } from '../syntax/ast';
import { itemsOf, keyOf, subjectOf, textOf, unknown } from '../values/make';
import type { Interpreter, Scope, Value } from '../values/value';
import { nameSubject } from './calls';

/** Gives the names, attributes or elements of a target their values. */
export function assign(target: Expression, value: Value, scope: Scope, machine: Interpreter): void {
  const site = { path: scope.module.path, line: target.line };
  switch (target.kind) {
    case 'name':
      nameSubject(value, target.name);
      scope.set(target.name, value);
      return;
    case 'attribute': {
      const object = machine.evaluate(target.object, scope);
      nameSubject(value, target.name);
      if (value.kind === 'thing') value.thing.passedOn?.(site);
      if (object.kind === 'instance') object.fields.set(target.name, value);
      return;
    }
    case 'subscript': {
      const object = machine.evaluate(target.object, scope);
      const [index] = target.index;
      const key = index === undefined || index.kind === 'slice' ? unknown : machine.evaluate(index, scope);
      const name = textOf(key);
      if (name !== null) nameSubject(value, name);
      if (object.kind === 'thing') object.thing.setItem?.(key, value, machine, site);
      const text = keyOf(key);
      if (object.kind === 'dict' && text !== null && object.entries.size < 2000)
        object.entries.set(text, { key, value });
      return;
    }
    case 'items': {
      const star = target.items.findIndex(({ kind }) => kind === 'spread');
      const parts = unpacked(value, target.items.length, star, site, machine);
      for (const [at, item] of target.items.entries())
        assign(item.kind === 'spread' ? item.value : item, parts[at] ?? unknown, scope, machine);
      return;
    }
  }
}

function unpacked(value: Value, count: number, star: number, site: Site, machine: Interpreter): Value[] {
  if (value.kind === 'thing' && value.thing.unpack !== undefined)
    return value.thing.unpack(count, star, machine, site);
  if (value.kind === 'subject') return Array.from({ length: count }, () => subjectOf(value.draft, 'element'));
  const elements = machine.elements(value, site);
  if (elements === null) return [];
  if (star === -1) return elements;
  const after = count - star - 1;
  const middle = elements.slice(star, Math.max(star, elements.length - after));
  return [...elements.slice(0, star), itemsOf(middle), ...elements.slice(elements.length - after)];
}
