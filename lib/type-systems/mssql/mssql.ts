import { mssqlTextLength } from '@/lib/type-systems/mssql/mssql-texts';
import type { TypeSystem } from '@/lib/type-systems/type-system';

/** The types of a SQL Server database, under the names that `sys.types` has. */
export const mssqlTypeSystem: TypeSystem = {
  name: 'mssql',
  // It has no infinities and no NaN.
  isNumberWord: () => false,
  booleanWord: (word) => (word === '1' ? true : word === '0' ? false : null),
  dateTimeText: (text) => text,
  textLength: mssqlTextLength,
  ticksPerSecond: 10_000_000,
  hasDimensions: false,
  exampleText: () => null,
  // A procedure applies its own default to a parameter that is left out.
  leftOut: 'Default',
  cutsTexts: true,
  partLeftEmpty: 'explicitNull',
};
