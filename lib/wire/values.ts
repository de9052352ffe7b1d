import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { labelFault, nameFault } from '@/lib/base/plain-names';

const INT32_MAX = 2_147_483_647;

/** The id of something that people set up, such as a command. */
export const id = z.int().min(1).max(INT32_MAX);

/** The id of something that work leaves behind, such as a run: 64 bits, of which a number holds 53. */
export const longId = z.int().min(1);

/** The same in a path or a query. Anything else names nothing, so the wrapper answers 404. */
export const pathId = z.codec(z.string().regex(/^[1-9]\d{0,9}$/), id, {
  decode: (text) => Number(text),
  encode: (value) => String(value),
});

/** The same for a `longId`. */
export const longPathId = z.codec(z.string().regex(/^[1-9]\d{0,15}$/), longId, {
  decode: (text) => Number(text),
  encode: (value) => String(value),
});

export const textId = z.string().min(1).max(100);

const without = (faultOf: (text: string) => string | null) => (context: z.core.ParsePayload<string>) => {
  const message = faultOf(context.value);
  if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
};

/** What a person typed as the label of a thing. */
export const typedLabel = (longest: number, whenEmpty = 'Please enter a name') =>
  z.string().trim().min(1, whenEmpty).max(longest).check(without(labelFault));

/** What a person typed as the name of a person, a group, or an organization: strangers read it in messages. */
export const typedName = (longest: number) =>
  z.string().trim().min(1, 'Please enter a name').max(longest).check(without(nameFault));

/** ISO 8601 in UTC. */
export const time = z.iso.datetime();

export const json: z.ZodType<JsonValue, JsonValue> = z.json();

/** A JSON object that belongs to the person or the source: its keys are theirs and are never renamed. */
export const opaqueObject = z
  .custom<Record<string, JsonValue>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Must be a JSON object',
  )
  .meta({ type: 'object', additionalProperties: true });

/** A list of ours that isn't validated item by item. */
export const listOf = <Item>() => z.custom<Item[]>(Array.isArray).meta({ type: 'array', items: {} });

/** JSON that is neither renamed nor validated: our own output, whose size makes validation slow. */
export const opaque = z
  .custom<JsonValue>((value) => value !== undefined)
  .meta({ description: 'Any JSON value' });

/** The name of a variable: one of the person's own, or a column returned by a startup command. */
export const variableName = z.string().min(1).max(100);

export const none = z.strictObject({});

/** What a list is filtered by, as the description of the API explains it. */
export const FILTER_HELP =
  'Only what matches: `field:value`, `field~:value` for any other value, `field:contains:text`, and for times and numbers `field:gte:value` and `field:lt:value`. Repeated, all must match. An unknown field is refused, and the error lists the valid ones.';

export const listFilter = z.array(z.string()).optional().describe(FILTER_HELP);
export const sortField = z.string().optional().describe('The field to sort by.');
export const sortsDown = z.string().optional().describe('`true` to sort downward.');

/** The query of a list that filters and sorts, but has no pages. */
export const listQuery = z.strictObject({ filter: listFilter, sort: sortField, sortDesc: sortsDown });

const word = (value: boolean) => (value ? 'true' : 'false');

/** `true` and `false` in any case, for queries. */
export const queryBoolean = z.codec(
  z.string().regex(/^(true|false)$/i, 'Must be true or false'),
  z.boolean(),
  {
    decode: (text) => text.toLowerCase() === 'true',
    encode: word,
  },
);

/** A whole number within bounds, for queries. */
export const queryNumber = (least: number, most: number) =>
  z.codec(z.string().regex(/^\d{1,9}$/, 'Must be a whole number'), z.int().min(least).max(most), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });
