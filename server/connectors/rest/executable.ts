import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../_shared/connector-error';
import { numberShape } from '../_shared/json/number-shape';

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
  /** Whether characters with a special meaning in addresses are sent unencoded. */
  allowReserved: z.boolean().optional(),
  /** The media type of a value that is sent as text of that type, such as JSON; otherwise it has a style. */
  contentType: z.string().optional(),
  numbers: numberShape.optional(),
};

const parameterSchema = z.object({
  /** The input's key, e.g. `query.limit`. */
  key: z.string(),
  /** Its name on the wire. */
  name: z.string(),
  /** A `variable` is not part of the request by itself: it replaces its name in other values. */
  in: z.enum(['path', 'query', 'header', 'cookie', 'variable']),
  /** The keys of the inputs that contain a variable, as `{{name}}`. */
  fills: z.array(z.string()).optional(),
  /** Whether a variable appears in JSON without quotes, so that it may be a number. */
  isBare: z.boolean().optional(),
  /** What is sent in a query while the value is this one: as its source has encoded it. */
  asWritten: z.object({ value: z.union([z.string(), z.array(z.string())]), text: z.string() }).optional(),
  ...serialization,
});

const partSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** A file (or several): its value is base64, or a data address. */
  isFile: z.boolean().optional(),
  /** Whether a text of a declared type is sent as it is: it may be JSON already. */
  isText: z.boolean().optional(),
  ...serialization,
});

/** JSON as the source has written it, cut at its members. Joined by commas, they are its text again. */
const writtenJson = z.object({
  open: z.string(),
  members: z.array(
    z.object({
      /** The input whose value it is; null for one that nobody can change. */
      key: z.string().nullable(),
      /** The name with its colon and the spaces around them; empty for a body that is one value. */
      head: z.string(),
      /** Its value as it is written; null for none, such as a secret's. */
      value: z.string().nullable(),
      /** The same as the input has it by default. */
      whole: z.json(),
      tail: z.string(),
    }),
  ),
  close: z.string(),
});

const bodySchema = z.object({
  kind: z.enum(['json', 'form', 'multipart', 'text', 'binary']),
  mediaType: z.string(),
  /** The one input that is the whole body; null if there is an input per part. */
  wholeKey: z.string().nullable(),
  parts: z.array(partSchema),
  numbers: numberShape.optional(),
  /** Of a body of JSON: how it is sent as far as nobody changes it. */
  written: writtenJson.optional(),
  /** Whether a form's spaces are sent as `%20`, and not as a plus. */
  isPercentEncoded: z.boolean().optional(),
});

/** What a template stores about an operation, so that it can be called without its description. */
const restExecutable = z.object({
  method: z.enum(['get', 'post', 'put', 'delete', 'patch', 'head', 'options']),
  /** Its address, if not below the connection's base URL. */
  baseUrl: z.string().nullable(),
  /** As in the description, with `{names}`; begins with a slash, or is empty. */
  path: z.string(),
  /** The fixed part of the query, already encoded, without the question mark. */
  fixedQuery: z.string().optional(),
  fixedHeaders: z.array(z.tuple([z.string(), z.string()])).optional(),
  parameters: z.array(parameterSchema),
  body: bodySchema.nullable(),
  /** The response types that the description declares. */
  accept: z.string(),
  /** Names of the variables that each request has a new value for, such as `$guid`, in what isn't its body. */
  generated: z.array(z.string()).optional(),
  /** False if the description says that no authentication is needed. */
  sendsAuth: z.boolean(),
  /**
   * The connection's schemes that it requires: one of the lists is enough, but all schemes of that list are needed; an
   * empty list means anonymous access. Absent if it uses the connection's own credential.
   */
  security: z.array(z.array(z.string())).optional(),
});

export type RestParameter = z.infer<typeof parameterSchema>;
export type RestPart = z.infer<typeof partSchema>;
export type RestBody = z.infer<typeof bodySchema>;
export type WrittenJson = z.infer<typeof writtenJson>;
export type RestExecutable = z.infer<typeof restExecutable>;

/** Parses what a template stores. Throws if an older version of Pushboard wrote it in another shape. */
export function readExecutable(executable: JsonValue): RestExecutable {
  const read = restExecutable.safeParse(executable);
  if (read.success) return read.data;
  const message = 'This command was saved in an outdated format. Sync it, then run it again.';
  throw new ConnectorError('failed', message, null, { cause: read.error });
}
