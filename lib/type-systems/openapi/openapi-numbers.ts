import type { Constraints } from '@/lib/inputs/input';

/** Bounds of the number types, by name; text where a double does not hold the bound exactly. */
export const openapiNumbers: Readonly<Record<string, Constraints>> = {
  number: {},
  'number:float': { minimum: -3.4028235e38, maximum: 3.4028235e38 },
  'number:double': { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
  'number:decimal': {},
  integer: { step: 1 },
  'integer:int8': { minimum: -128, maximum: 127, step: 1 },
  'integer:uint8': { minimum: 0, maximum: 255, step: 1 },
  'integer:int16': { minimum: -32768, maximum: 32767, step: 1 },
  'integer:uint16': { minimum: 0, maximum: 65535, step: 1 },
  'integer:int32': { minimum: -2147483648, maximum: 2147483647, step: 1 },
  'integer:uint32': { minimum: 0, maximum: 4294967295, step: 1 },
  'integer:int64': { minimum: '-9223372036854775808', maximum: '9223372036854775807', step: 1 },
  'integer:uint64': { minimum: 0, maximum: '18446744073709551615', step: 1 },
};
