import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';

/**
 * One thing that engineers set, declared once. What reads, changes, shows, compares and restores settings goes through
 * the lists in this folder; see docs/adding-a-setting.md.
 */
export interface Setting {
  column: string;
  /** Its name in answers of the API; requests write the same name in camel case. */
  wire: string;
  /** As it is answered. */
  answer: z.ZodType;
  /** As a request may name it; null for what no request sets by itself. */
  sent: z.ZodType | null;
  /** Whether empty text is kept as null; forms show null as empty text. */
  isText: boolean;
  /** What forms call it. */
  label: string;
  /** What the change log calls it, within a sentence. */
  logName: string;
  /** Values in words, by their text; others are shown as they are. */
  words: Readonly<Record<string, string>>;
}

/** Text that may be left out. */
export const optionalText = (maxLength: number) =>
  ({
    answer: z.string().nullable(),
    sent: z.string().trim().max(maxLength).nullable().optional(),
    isText: true,
    words: {},
    initial: null,
  }) as const;

/** Yes or no. */
export const yesOrNo = (words: Readonly<Record<'true' | 'false', string>> = { true: 'Yes', false: 'No' }) =>
  ({ answer: z.boolean(), sent: z.boolean().optional(), isText: false, words, initial: false }) as const;

export type Settings = Readonly<Record<string, Setting>>;

/** The values of some settings, by key. */
export type ValuesOf<S extends Settings> = { -readonly [K in keyof S]: z.output<S[K]['answer']> };

/** The settings that a request may name. */
export type SentKey<S extends Settings> = {
  [K in keyof S]: S[K]['sent'] extends z.ZodType ? K : never;
}[keyof S] &
  string;

/** The value to store for a value that was sent. */
export function keptValue({ isText }: Setting, sent: JsonValue): JsonValue {
  return isText && typeof sent === 'string' ? sent.trim() || null : sent;
}
