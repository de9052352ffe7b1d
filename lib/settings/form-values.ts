import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { SentKey, Setting, Settings, ValuesOf } from './setting';

/** Settings as a form edits them. Empty text means no value. Only what a request may name is in a form. */
export type FormValues<S extends Settings> = {
  -readonly [K in SentKey<S>]: S[K]['isText'] extends true ? string : z.output<S[K]['answer']>;
};

export function formValues<S extends Settings>(settings: S, values: ValuesOf<S>): FormValues<S> {
  const known: Readonly<Record<string, JsonValue>> = values as Record<string, JsonValue>;
  const fields = Object.entries<Setting>(settings).flatMap(([key, { sent, isText }]) => {
    if (sent === null) return [];
    const value = known[key] ?? null;
    return [[key, isText ? (value ?? '') : value]];
  });
  return Object.fromEntries(fields) as FormValues<S>;
}
