import { z } from 'zod';
import { encodeTrusted } from '@/lib/contract/trusted';
import { env } from '@/server/env';

/** Encodes a response for the wire. Tests and development check it against its schema; production trusts it. */
export function encodeResponse(schema: z.ZodType, answer: unknown): unknown {
  return env().nodeEnv === 'production' ? encodeTrusted(schema, answer) : z.encode(schema, answer);
}
