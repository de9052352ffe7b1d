import { lengthInCharacters } from '@/lib/type-systems/kept/text-length';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of R scripts, under the names that `class()` has. */
export const rTypeSystem: TypeSystem = {
  name: 'r',
  // What `as.numeric` reads: https://stat.ethz.ch/R-manual/R-devel/library/base/html/NumericConstants.html.
  isNumberWord: (text) => /^-?(nan|na|inf(inity)?)$/i.test(text),
  // `as.logical` reads "T" and "F", too.
  booleanWord: (word) => (word === 't' ? true : word === 'f' ? false : null),
  dateTimeText: (text) => text,
  textLength: lengthInCharacters,
  ticksPerSecond: null,
  hasDimensions: false,
  exampleText: () => null,
  // A function applies its own default to an argument that is left out.
  leftOut: 'Default',
  cutsTexts: false,
  partLeftEmpty: 'omit',
};
