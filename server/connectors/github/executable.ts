import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { conditionTests } from '@/lib/settings/condition-terms';
import { json } from '@/lib/wire/values';
import { ConnectorError } from '../_shared/connector-error';
import type { Passing, ScriptEntry } from './analysis/script';

const text = z.strictObject({
  booleans: z.tuple([z.string(), z.string()]),
  divider: z.string().nullable(),
});

const form = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), text }),
  z.strictObject({ kind: z.literal('separate'), text }),
  z.strictObject({ kind: z.literal('values'), text }),
  z.strictObject({ kind: z.literal('repeated'), text }),
  z.strictObject({ kind: z.literal('switch'), on: z.string().nullable(), off: z.string().nullable() }),
  z.strictObject({ kind: z.literal('count') }),
]);

const passing: z.ZodType<Passing> = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('option'), flag: z.string(), form, after: z.int() }),
  z.strictObject({ by: z.literal('position'), at: z.int(), after: z.int() }),
  z.strictObject({ by: z.literal('environment'), name: z.string(), text }),
  z.strictObject({ by: z.literal('answer'), at: z.int(), text }),
  z.strictObject({ by: z.literal('parameter'), name: z.string() }),
  z.strictObject({ by: z.literal('assignment'), name: z.string(), code: z.string() }),
]);

const entry: z.ZodType<ScriptEntry> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('program'), words: z.array(z.string()), endsOptions: z.boolean() }),
  z.strictObject({ kind: z.literal('function'), name: z.string() }),
]);

const term = z.strictObject({ key: z.string(), test: z.enum(conditionTests), values: z.array(json) });

/** What a template stores about a script. */
const scriptExecutable = z.object({
  language: z.enum(['python', 'r']),
  path: z.string(),
  /** Git's hash of the text that the inputs were read from. */
  blob: z.string(),
  entry,
  inputs: z.array(
    z.object({
      key: z.string(),
      passing,
      isFile: z.boolean(),
      /** When a question is asked, whatever the form shows. Only questions have it, and older templates don't. */
      shown: z.array(term).optional(),
      /** The place in the code that says so. */
      from: z.object({ path: z.string(), line: z.int(), what: z.string() }),
    }),
  ),
  /** What was seen in the code and not understood. */
  notes: z.array(z.object({ path: z.string(), line: z.int(), message: z.string() })),
});

export type ScriptExecutable = z.output<typeof scriptExecutable>;

/** Parses what a template stores. Throws if another version of Pushboard wrote it in another shape. */
export function readExecutable(executable: JsonValue): ScriptExecutable {
  const read = scriptExecutable.safeParse(executable);
  if (read.success) return read.data;
  const message = 'This command was saved in an outdated format. Sync it, then run it again.';
  throw new ConnectorError('failed', message, null, { cause: read.error });
}

/** Throws a `ConnectorError` for what no code takes. */
export function readPassing(given: JsonValue): Passing {
  const read = passing.safeParse(given);
  if (read.success) return read.data;
  throw new ConnectorError('failed', "The script can't take a value like that.", null, { cause: read.error });
}

export const executableJson = (executable: ScriptExecutable): JsonValue =>
  json.parse(JSON.parse(JSON.stringify(executable)));
