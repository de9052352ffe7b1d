import type { InputType } from '@/lib/inputs/input';
import type { NumberShape } from './executable';

/** Where a value of this type contains numbers; undefined if it contains none, or if the type doesn't say. */
export function numberShapeOf(type: InputType): NumberShape | undefined {
  if (type.alternatives !== undefined) return undefined;
  switch (type.jsonType) {
    case 'number':
      return true;
    case 'array': {
      const element = type.element === null ? undefined : numberShapeOf(type.element);
      return element === undefined ? undefined : [element];
    }
    case 'object': {
      const members = (type.properties ?? []).flatMap(({ key, type: inner }): [string, NumberShape][] => {
        const shape = numberShapeOf(inner);
        return shape === undefined ? [] : [[key, shape]];
      });
      return members.length === 0 ? undefined : Object.fromEntries(members);
    }
    default:
      return undefined;
  }
}
