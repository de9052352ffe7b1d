import { z } from 'zod';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import { openValues } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { opaqueObject } from '@/lib/wire/values';
import { unknownKeys } from '../form/starting-values/unknown-keys';

/** Browsers, proxies, and mail programs truncate longer ones; the draft still holds them. */
const LONGEST_PARAMS = 4_000;

/** Values for the URL (`params`). Null if nothing is filled in, or if the values are secret or too long. */
export function writeUrlParams(inputs: readonly Input[], values: InputValues): string | null {
  const open = openValues(inputs, values);
  if (Object.keys(open).length === 0) return null;
  const text = exactJson(open);
  return encodeURIComponent(text).length > LONGEST_PARAMS ? null : text;
}

/** `unknown` are the keys that belong to no input of the command. */
export type UrlParams = { ok: true; values: InputValues; unknown: string[] } | { ok: false };

/** Reads the URL's values for inputs that the person may fill in; others are ignored. */
export function readUrlParams(inputs: readonly Input[], text: string | null): UrlParams {
  if (text === null) return { ok: true, values: {}, unknown: [] };
  const parsed = z.string().transform(parseJson).pipe(opaqueObject).safeParse(text);
  if (!parsed.success) return { ok: false };
  return {
    ok: true,
    values: openValues(inputs, parsed.data),
    unknown: unknownKeys(inputs, parsed.data),
  };
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return parseExactJson(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'Not JSON' });
    return z.NEVER;
  }
}
