import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * The number of a row of the bulk run `b` among all of its rows, in SQL: the one that it has where it comes from, or else
 * its place.
 */
export const rowNumber = (runId: Statement): Statement => statement`coalesce(
  b.row_numbers[row_number() over (order by ${runId})], row_number() over (order by ${runId}))::int`;
