import { z } from 'zod';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';

/** More than an address can hold. */
const LONGEST = 100_000;

/** A value that a query has as JSON. Its numbers keep all of their digits. */
export const jsonText = <T>(schema: z.ZodType<T, T>, message: string) =>
  z.codec(z.string().max(LONGEST), schema, {
    decode: (text, context) => {
      const read = schema.safeParse(parsed(text));
      if (read.success) return read.data;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    },
    encode: (value) => exactJson(value),
  });

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
