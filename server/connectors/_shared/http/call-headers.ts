import { z } from 'zod';
import type { JsonValue } from '@/lib/json';

const callHeaders = z.object({ origin: z.string(), values: z.record(z.string(), z.string()) });

/** Header names and values, secrets among them, and the origin that they were given for: they go nowhere else. */
export type CallHeaders = z.output<typeof callHeaders>;

/** The headers among what is sealed with a command; null where there are none. */
export const readCallHeaders = (sealed: JsonValue): CallHeaders | null =>
  sealed === null ? null : callHeaders.parse(sealed);

/** A header's name (RFC 9110 §5.1), and a value that cannot begin another header. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name);
export const isHeaderValue = (value: string): boolean => !/[\0\r\n]/.test(value);

/** Set by the client itself: a value of these would make another request of it. */
export const clientHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'keep-alive',
  'te',
  'trailer',
]);
