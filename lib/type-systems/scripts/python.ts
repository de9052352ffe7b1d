import { lengthInCharacters } from '@/lib/type-systems/kept/text-length';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of Python scripts, under the names that annotations have. */
export const pythonTypeSystem: TypeSystem = {
  name: 'python',
  // What `float()` and `Decimal()` read: https://docs.python.org/3/library/functions.html#float.
  isNumberWord: (text) => /^-?(nan|inf(inity)?)$/i.test(text),
  booleanWord: () => null,
  dateTimeText: (text) => text,
  textLength: lengthInCharacters,
  ticksPerSecond: 1_000_000,
  hasDimensions: false,
  exampleText: () => null,
  // A function applies its own default to an argument that is left out.
  leftOut: 'Default',
  cutsTexts: false,
  partLeftEmpty: 'omit',
};
