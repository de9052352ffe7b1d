import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';

/** A type as the catalog describes it; `name` is the server's own type, also of an alias. */
const typeSchema = z.object({
  name: z.string(),
  maxBytes: z.number().optional(),
  precision: z.number().optional(),
  scale: z.number().optional(),
  /** Of texts in a charset, its label in the Encoding Standard. */
  charset: z.string().optional(),
  /** The quoted name of a type that isn't the server's own, for declarations. */
  quoted: z.string().optional(),
});

const tableSchema = z.object({
  /** The quoted name of the table type. */
  quoted: z.string(),
  /** The columns that a row may fill in. */
  columns: z.array(z.object({ name: z.string(), type: typeSchema })),
});

const parameterSchema = z.object({
  /** With its `@`. */
  name: z.string(),
  key: z.string(),
  type: typeSchema,
  isOutput: z.boolean(),
  /** For a table-valued parameter. */
  table: tableSchema.optional(),
});

/** What a template stores about a routine, so that it can be called without reading the catalog again. */
const routineSchema = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['procedure', 'scalar', 'table']),
  parameters: z.array(parameterSchema),
});

export type SqlType = z.infer<typeof typeSchema>;
export type TableType = z.infer<typeof tableSchema>;
export type Parameter = z.infer<typeof parameterSchema>;
export type Routine = z.infer<typeof routineSchema>;

/** Parses what `describe` wrote. */
export function readRoutine(executable: JsonValue): Routine {
  const read = routineSchema.safeParse(executable);
  if (read.success) return read.data;
  const message = 'This command was saved in an outdated format. Sync it, then run it again.';
  throw new ConnectorError('not_found', message, null, { cause: read.error });
}

/** What the routine is called; null for what another version stored in another form. */
export function routineOf(executable: JsonValue): { schema: string; name: string; kind: string } | null {
  const read = routineSchema.pick({ schema: true, name: true, kind: true }).safeParse(executable).data;
  if (read === undefined) return null;
  return { ...read, kind: read.kind === 'procedure' ? 'procedure' : 'function' };
}

/** The result of `ownPart`: whether a procedure runs in a transaction of ours, which is the default. */
const ownSchema = z.object({ inTransaction: z.boolean() });
export const runsInTransaction = (own: JsonValue): boolean =>
  own === null || ownSchema.parse(own).inTransaction;
