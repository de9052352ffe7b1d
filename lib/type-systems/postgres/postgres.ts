import { lengthInCharacters } from '@/lib/type-systems/kept/text-length';
import { exampleRange, isBuiltInRange } from '@/lib/type-systems/postgres/postgres-ranges';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of a Postgres database, under the names that `format_type` prints. */
export const postgresTypeSystem: TypeSystem = {
  name: 'postgres',
  isNumberWord: (text) => /^-?(nan|inf(inity)?)$/i.test(text),
  booleanWord: () => null,
  dateTimeText: (text) => text,
  textLength: lengthInCharacters,
  ticksPerSecond: 1_000_000,
  hasDimensions: true,
  exampleText: (typeId) => (isBuiltInRange(typeId) ? exampleRange(typeId) : null),
  // A routine applies its own default to an argument that is left out.
  leftOut: 'Default',
  cutsTexts: true,
  partLeftEmpty: 'explicitNull',
};
