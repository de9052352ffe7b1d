import { inRfc3339 } from '@/lib/inputs/iso-time';
import { lengthInCharacters } from '@/lib/type-systems/kept/text-length';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of an API description: `type`, or `type:format`. */
export const openapiTypeSystem: TypeSystem = {
  name: 'openapi',
  isNumberWord: () => false,
  booleanWord: () => null,
  dateTimeText: inRfc3339,
  textLength: lengthInCharacters,
  ticksPerSecond: null,
  hasDimensions: false,
  exampleText: () => null,
  // What an API isn't sent isn't in the request.
  leftOut: 'Leave out',
  cutsTexts: false,
  partLeftEmpty: 'omit',
};
