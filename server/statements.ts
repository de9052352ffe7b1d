import type { Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';
import { type Sql, sql } from '@/server/db';
import { env } from '@/server/env';

/** The shape of a row, column by column. What it does not name, a statement may not answer. */
type RowShape = Readonly<Record<string, z.ZodType>>;
type Row<Shape extends RowShape> = z.output<z.ZodObject<Shape>>;

/**
 * Runs a statement whose values are bound by the tag that wrote it, and answers its rows. In development and tests
 * each row is checked against its shape, so that a statement that says something else than its type fails there; in
 * production rows are trusted.
 *
 * @param db a transaction to run it in
 */
export async function query<Shape extends RowShape>(
  shape: Shape,
  statement: Statement,
  db: Sql = sql,
): Promise<Row<Shape>[]> {
  const rows = await db.query<Row<Shape>>(statement.text, statement.values);
  if (env().nodeEnv !== 'production') z.array(z.strictObject(shape)).parse(rows);
  return rows;
}

/** Columns as `pg` hands them over. */
export const column = {
  int: z.int(),
  text: z.string(),
  boolean: z.boolean(),
  bytes: z.instanceof(Buffer),
  time: z.date(),
  /** What json and jsonb hold, parsed by the driver; the type is the caller's word. */
  json: <T>() => z.custom<T>((value) => value !== undefined),
  oneOf: <const T extends string>(values: readonly T[]) => z.enum(values),
};

/** The same columns where an outer join may have found no row. */
export const outerJoined = <Shape extends RowShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, type.nullable()])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
  };
