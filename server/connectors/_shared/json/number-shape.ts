import { z } from 'zod';
import type { InputType } from '@/lib/inputs/input';

/**
 * Which parts of a JSON value are numbers: `true` is a number, `[shape]` a list, `{key: shape}` an object with some.
 * Numbers may be stored as decimal text, so that no digit is lost; this says where they are sent without quotes.
 */
export type NumberShape = true | [NumberShape] | { [key: string]: NumberShape };

export const numberShape: z.ZodType<NumberShape> = z.lazy(() =>
  z.union([z.literal(true), z.tuple([numberShape]), z.record(z.string(), numberShape)]),
);

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
