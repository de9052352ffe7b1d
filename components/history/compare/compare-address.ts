import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';

/** The address of a comparison, so that it can be sent to someone as it is. */
export const compareParsers = {
  a: parseAsInteger,
  b: parseAsInteger,
  /** The name of the column that rows are matched by; empty for whole rows, and left out for a suggestion. */
  key: parseAsString,
  /** Rows that are the same are shown, too. */
  all: parseAsBoolean.withDefault(false),
  /** Left out for what fits: side by side, and one column on a phone. */
  view: parseAsStringLiteral(['side', 'one']),
};
