import sqlTag, { join, raw, type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';
import { type Sql, sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';

/** The shape of a row, column by column. A statement returns these columns and no others. */
type RowShape = Readonly<Record<string, z.ZodType>>;
/** A row of a shape. */
export type RowOf<Shape extends RowShape> = z.output<z.ZodObject<Shape>>;

/** The text of a statement and the values that it binds. */
export type BoundStatement = Pick<Statement, 'text' | 'values'>;

/** The place of a value that a statement gets when it runs. */
class Place<Given> {
  constructor(readonly valueIn: (given: Given) => unknown) {}
}

/** Marks the place of a value in a statement that is built once. */
export type Mark<Given> = (valueIn: (given: Given) => unknown) => unknown;

/**
 * Returns a function that binds values to a statement, whose text is built once, when it is first needed. For long
 * statements that run often: most of their parts never change, and joining a hundred of them takes a while.
 *
 * @param build writes the statement with marks in place of the values that change
 */
export function builtOnce<Given>(build: (mark: Mark<Given>) => Statement): (given: Given) => BoundStatement {
  let built: BoundStatement | undefined;
  return (given) => {
    if (built === undefined) {
      const { text, values } = build((valueIn) => new Place(valueIn));
      built = { text, values };
    }
    const values = built.values.map((value) => (value instanceof Place ? value.valueIn(given) : value));
    return { text: built.text, values };
  };
}

/**
 * Runs a statement and returns its rows. The tag that wrote the statement binds its values. In development and tests
 * each row is checked against its shape, so that a statement that returns something else fails there; production trusts
 * it. A lock or an existence check selects no columns: its shape is `{}`.
 *
 * @param db a transaction to run it in, or `adHocSql` for a text that depends on the request
 */
export async function query<Shape extends RowShape>(
  shape: Shape,
  statement: BoundStatement,
  db: Sql = sql,
): Promise<RowOf<Shape>[]> {
  const rows = await db.query<RowOf<Shape>>(statement.text, statement.values);
  if (env().nodeEnv !== 'production') z.array(z.strictObject(shape)).parse(rows);
  return rows;
}

/**
 * Runs a statement of thousands of rows, as `query` does. Postgres sends each column as one JSON array, which takes a
 * quarter of the time to read. A shape with a `bytes` column can't be read this way: JSON changes it.
 */
export async function queryMany<Shape extends RowShape>(
  shape: Shape,
  statement: Statement,
  db: Sql = sql,
): Promise<RowOf<Shape>[]> {
  const names = Object.keys(shape);
  const asColumns = join(names.map((name) => raw(`json_agg(each."${name}") as "${name}"`)));
  const { text, values } = sqlTag`select ${asColumns} from (${statement}) each`;
  const [columns] = await db.query<Record<string, unknown[] | null>>(text, values);
  const rows = rowsOf(shape, columns ?? {});
  if (env().nodeEnv !== 'production') z.array(z.strictObject(shape)).parse(rows);
  return rows as RowOf<Shape>[];
}

/** @param columns all of the same length; null without rows */
function rowsOf(shape: RowShape, columns: Readonly<Record<string, unknown[] | null>>): object[] {
  const [first] = Object.values(columns);
  // A copy has room for every column. An object that grows by one at a time is moved to a larger place again and again.
  const empty: Record<string, unknown> = Object.fromEntries(Object.keys(shape).map((name) => [name, null]));
  const rows = (first ?? []).map(() => ({ ...empty }));
  for (const [name, type] of Object.entries(shape)) {
    const values = columns[name] ?? [];
    const isTime = type === column.time || (type instanceof z.ZodNullable && type.unwrap() === column.time);
    rows.forEach((row, index) => {
      const value = values[index];
      row[name] = isTime && typeof value === 'string' ? new Date(value) : value;
    });
  }
  return rows;
}

/**
 * Runs a statement that returns no rows. A change whose effect matters has a `returning` clause and uses `query`, so
 * that its rows can be counted. In development and tests, a statement that returns rows fails here.
 *
 * @param db a transaction to run it in
 */
export async function execute(statement: Statement, db: Sql = sql): Promise<void> {
  const rows = await db.query<unknown>(statement.text, statement.values);
  if (env().nodeEnv !== 'production' && rows.length > 0) {
    throw new Error(`A statement without a row shape returned rows: ${statement.text}`);
  }
}

/** Columns as `pg` returns them. */
export const column = {
  /** An int2, int4, or int8: an exact number, or the statement fails. */
  int: z.int(),
  text: z.string(),
  boolean: z.boolean(),
  bytes: z.instanceof(Buffer),
  time: z.date(),
  texts: z.array(z.string()),
  ints: z.array(z.int()),
  /** Text that is one of some words. The type is the caller's claim; use `oneOf` if the words are listed. */
  textAs: <T extends string>() => z.custom<T>((value) => typeof value === 'string'),
  /** A json or jsonb value, parsed by the driver. Its type is the caller's claim and is not checked. */
  json: <T>() => z.custom<T>((value) => value !== undefined),
  oneOf: <const T extends string>(values: readonly T[]) => z.enum(values),
};

/** The same columns where an outer join may have found no row. */
export const outerJoined = <Shape extends RowShape>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, type.nullable()])) as {
    [Name in keyof Shape]: z.ZodNullable<Shape[Name]>;
  };
