import { type Evidence, oneOf, only } from '../code/evidence';

const integer = only('integer');
const text = only('string');
const list = only('array');
const object = only('object');

/**
 * What the intrinsic functions need, by position; null for what takes any value.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/dg/intrinsic-functions.html
 */
const functions: Readonly<Record<string, readonly (Evidence | null)[]>> = {
  ArrayPartition: [list, integer],
  ArrayContains: [list, null],
  ArrayRange: [integer, integer, integer],
  ArrayGetItem: [list, integer],
  ArrayLength: [list],
  ArrayUnique: [list],
  Base64Encode: [text],
  Base64Decode: [text],
  Hash: [null, text],
  JsonMerge: [object, object, only('boolean')],
  StringToJson: [text],
  MathRandom: [integer, integer, integer],
  MathAdd: [integer, integer],
  StringSplit: [text, text],
  // It puts numbers, texts, and booleans into a text.
  Format: [text],
};

const formatted = oneOf('string', 'number', 'boolean');

/** What an intrinsic function says about its argument at a position, from 0. */
export function evidenceOfIntrinsic(name: string, position: number): Evidence[] {
  if (name === 'Format' && position > 0) return [formatted];
  const needed = Object.hasOwn(functions, name) ? functions[name]?.[position] : undefined;
  return needed == null ? [] : [needed];
}
