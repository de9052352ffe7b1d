import { z } from 'zod';
import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '../_shared/connector-error';

/**
 * Which parts of a JSON value are numbers: `true` is one, `[shape]` a list of them, `{key: shape}` an object
 * with some. Numbers may be held as decimal text, so that no digit is lost; here it says where they go out bare.
 */
export type NumberShape = true | [NumberShape] | { [key: string]: NumberShape };

const numberShape: z.ZodType<NumberShape> = z.lazy(() =>
  z.union([z.literal(true), z.tuple([numberShape]), z.record(z.string(), numberShape)]),
);

export const parameterStyles = [
  'matrix',
  'label',
  'simple',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
] as const;

const serialization = {
  style: z.enum(parameterStyles),
  explode: z.boolean(),
  /** Whether characters with a meaning in addresses go out as they are. */
  allowReserved: z.boolean().optional(),
  /** The media type of a value that goes out as text of that type, such as JSON; else it has a style. */
  contentType: z.string().optional(),
  numbers: numberShape.optional(),
};

const parameterSchema = z.object({
  /** The input's key, e.g. `query.limit`. */
  key: z.string(),
  /** What it is called on the wire. */
  name: z.string(),
  /** A `variable` is no part of the request by itself: it is put in where its name stands in other values. */
  in: z.enum(['path', 'query', 'header', 'cookie', 'variable']),
  /** The keys of the inputs that a variable stands in, as `{{name}}`. */
  fills: z.array(z.string()).optional(),
  /** Whether a variable stands in JSON without quotes, so that it may be a number. */
  isBare: z.boolean().optional(),
  ...serialization,
});

const partSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** A file (or several): its value is base64, or a data address. */
  isFile: z.boolean().optional(),
  ...serialization,
});

const bodySchema = z.object({
  kind: z.enum(['json', 'form', 'multipart', 'text', 'binary']),
  mediaType: z.string(),
  /** The one input that is the whole body; null where there is an input per part. */
  wholeKey: z.string().nullable(),
  parts: z.array(partSchema),
  numbers: numberShape.optional(),
});

/** What a template keeps of an operation, so that it can be called without looking at its description again. */
const restExecutable = z.object({
  method: z.enum(['get', 'post', 'put', 'delete', 'patch', 'head', 'options']),
  /** Where it is, if not below the connection's base URL. */
  baseUrl: z.string().nullable(),
  /** As the description writes it, with `{names}`; it begins with a slash, or is empty. */
  path: z.string(),
  /** What stands in the query whatever is filled in, already encoded; without the question mark. */
  fixedQuery: z.string().optional(),
  fixedHeaders: z.array(z.tuple([z.string(), z.string()])).optional(),
  parameters: z.array(parameterSchema),
  body: bodySchema.nullable(),
  /** What the description says it answers with. */
  accept: z.string(),
  /** False where the description says that nobody needs to sign in. */
  sendsAuth: z.boolean(),
  /**
   * Which of the connection's schemes it asks for: one of the lists is enough, and of that all are needed; an empty
   * one is nobody in particular. Absent where it is the connection's own credential.
   */
  security: z.array(z.array(z.string())).optional(),
});

export type RestParameter = z.infer<typeof parameterSchema>;
export type RestPart = z.infer<typeof partSchema>;
export type RestBody = z.infer<typeof bodySchema>;
export type RestExecutable = z.infer<typeof restExecutable>;

/** Reads what a template kept. Throws where an older Pushboard wrote it in another shape. */
export function readExecutable(executable: JsonValue): RestExecutable {
  const read = restExecutable.safeParse(executable);
  if (read.success) return read.data;
  const message = 'What is saved of this operation cannot be read. Sync the command.';
  throw new ConnectorError('failed', message, null, { cause: read.error });
}
