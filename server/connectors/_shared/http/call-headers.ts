import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';

const callHeaders = z.object({ origin: z.string(), values: z.record(z.string(), z.string()) });

/** Header names and values, including secrets, and the only origin that they may be sent to. */
export type CallHeaders = z.output<typeof callHeaders>;

/** The headers among a command's sealed values; null if there are none. */
export const readCallHeaders = (sealed: JsonValue): CallHeaders | null =>
  sealed === null ? null : callHeaders.parse(sealed);

/** Whether a text is a header name (RFC 9110 §5.1), and whether a value can't begin another header. */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name);
export const isHeaderValue = (value: string): boolean => !/[\0\r\n]/.test(value);

/** Set by the client itself: other values would change the meaning of the request. */
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
