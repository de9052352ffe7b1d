import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of a Postgres database, under the names that `format_type` prints. */
export const postgresTypeSystem: TypeSystem = {
  name: 'postgres',
  isNumberWord: (text) => /^-?(nan|inf(inity)?)$/i.test(text),
  dateTimeText: (text) => text,
  // A routine has a default of its own for what it is not told.
  leftOut: 'Default',
  partLeftEmpty: 'explicitNull',
};
