import pg from 'pg';

const { INT8 } = pg.types.builtins;
/** The type `int8[]`, which `pg` doesn't name. */
const INT8_ARRAY: number = 1016;

/**
 * Reads an int8, such as the id of a run, as a number.
 *
 * @throws RangeError beyond 2^53 - 1, where a number would be another one than the database has
 */
export function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The integer ${text} of the database isn't exact as a number.`);
  return value;
}

const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY, 'text');

const exactIntegers = (text: string): (number | null)[] =>
  textsOf(text).map((each) => (each === null ? null : exactInteger(each)));

/**
 * How the pool reads values: as `pg` does by itself, but an int8 as a number instead of as text. So an id is a number,
 * whether its column has 32 bits or 64.
 */
export const exactTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8) return exactInteger;
    if (format !== 'binary' && oid === INT8_ARRAY) return exactIntegers;
    return pg.types.getTypeParser(oid, format);
  },
};
