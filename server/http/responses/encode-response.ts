import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import { encodeTrusted } from '@/lib/wire/trusted';
import { env } from '@/server/base/env';
import { writeJson } from '@/server/http/responses/write-json';

/** Encodes a response for the wire. Tests and development check it against its schema; production trusts it. */
export function encodeResponse(schema: z.ZodType, answer: unknown): unknown {
  return env().nodeEnv === 'production' ? encodeTrusted(schema, answer) : z.encode(schema, answer);
}

/**
 * Encodes a response as the bytes of its JSON. Tests and development also check that they are the same bytes that the
 * checked encoding has.
 */
export function encodeJson(schema: z.ZodType, answer: unknown): Buffer<ArrayBuffer> {
  const bytes = writeJson(schema, answer);
  if (env().nodeEnv !== 'production' && bytes.toString() !== exactJson(z.encode(schema, answer))) {
    throw new Error(`A response is encoded in two ways: ${bytes.toString().slice(0, 1000)}`);
  }
  return bytes;
}
