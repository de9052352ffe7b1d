import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';
import { ConnectorError } from '../_shared/connector-error';

const typeSchema: z.ZodType<PostgresType> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.enum(['base', 'range', 'pseudo']), name: z.string() }),
    z.object({ kind: z.literal('enum'), name: z.string(), labels: z.array(z.string()) }),
    z.object({ kind: z.literal('domain'), name: z.string(), base: typeSchema }),
    z.object({
      kind: z.literal('array'),
      name: z.string(),
      element: typeSchema,
      delimiter: z.string().optional(),
    }),
    z.object({
      kind: z.literal('composite'),
      name: z.string(),
      attributes: z.array(z.object({ key: z.string(), type: typeSchema })),
    }),
  ]),
);

const argumentSchema = z.object({
  /** The key of the input with the value; null for arguments that are not inputs. */
  key: z.string().nullable(),
  /** Null for an unnamed argument. */
  name: z.string().nullable(),
  mode: z.enum(['in', 'out', 'inout', 'variadic']),
  type: typeSchema,
  /** The type for casts, quoted by the server; for a polymorphic argument, the one for texts. */
  cast: z.string().nullable(),
  /**
   * For an argument without a type of its own: the key of the input that names one, and how the argument's type is derived
   * from it. Arguments with the same key have the same type.
   */
  chosenType: z
    .object({ key: z.string(), shape: z.enum(['element', 'array', 'range', 'multirange']) })
    .optional(),
  /**
   * In a routine with a VARIADIC list, the literal default of the argument (an empty list for the list itself): such a
   * routine's defaults don't apply once the list is passed. Absent for every other argument.
   */
  omitted: z.json().optional(),
});

/** What a template stores about a routine, so that it can be called without reading the catalog again. */
const routineSchema = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['function', 'procedure']),
  /** The types of its input arguments, which distinguish overloads. */
  identityArguments: z.string(),
  /** As declared, in order, without the columns of RETURNS TABLE. */
  arguments: z.array(argumentSchema),
  /**
   * `table` has columns; `records` is a set of rows without declared columns; `cursors` returns names of open cursors,
   * alone or in addition to other columns.
   */
  returns: z.enum(['void', 'scalar', 'table', 'records', 'cursors']),
});

/** The result of `ownPart`: whether a procedure runs in a transaction of ours, which is the default. */
const ownSchema = z.object({ inTransaction: z.boolean() });
export const runsInTransaction = (own: JsonValue): boolean =>
  own === null || ownSchema.parse(own).inTransaction;

export type Routine = z.infer<typeof routineSchema>;
export type RoutineArgument = z.infer<typeof argumentSchema>;

/** Whether a template is a function or a procedure; null for one in an outdated format. */
export const kindOf = (executable: JsonValue): Routine['kind'] | null =>
  routineSchema.safeParse(executable).data?.kind ?? null;

/** Parses what `describe` wrote. */
export function readRoutine(executable: JsonValue): Routine {
  const read = routineSchema.safeParse(executable);
  if (read.success) return read.data;
  const message = 'This command was saved in an outdated format. Sync it, then run it again.';
  throw new ConnectorError('not_found', message, null, { cause: read.error });
}

const named = routineSchema.pick({ schema: true, name: true, kind: true });

/** What the routine is called; null for what an earlier version stored in another form. */
export const routineOf = (executable: JsonValue): z.infer<typeof named> | null =>
  named.safeParse(executable).data ?? null;
