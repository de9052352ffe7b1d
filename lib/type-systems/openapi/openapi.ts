import { inRfc3339 } from '@/lib/inputs/iso-time';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of an API description: `type`, or `type:format`. */
export const openapiTypeSystem: TypeSystem = {
  name: 'openapi',
  isNumberWord: () => false,
  booleanWord: () => null,
  dateTimeText: inRfc3339,
  hasDimensions: false,
  exampleText: () => null,
  // What an API isn't sent isn't in the request.
  leftOut: 'Leave out',
  cutsTexts: false,
  partLeftEmpty: 'omit',
};
