import type { Site } from '../../values/draft';
import { subjectOf } from '../values/make';
import type { Elements, Interpreter, Value } from '../values/value';

/** What a loop over a value goes through; null if that can't be told. */
export function elementsOf(value: Value, site: Site, machine: Interpreter): Elements | null {
  switch (value.kind) {
    case 'items':
      return { items: value.items, isOpen: false };
    case 'null':
      return { items: [], isOpen: false };
    case 'subject': {
      const { draft, part } = value;
      if (part === 'parts' || (draft.isList && part === 'whole'))
        return { items: [{ name: null, value: subjectOf(draft, 'element') }], isOpen: true };
      return { items: [{ name: null, value }], isOpen: false };
    }
    case 'thing':
      return value.thing.elements?.(machine, site) ?? null;
    case 'plain':
    case 'na':
    case 'test':
    case 'function':
    case 'native':
    case 'library':
      return { items: [{ name: null, value }], isOpen: false };
    default:
      return null;
  }
}
