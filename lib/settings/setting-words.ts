import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, MASKED } from '@/lib/base/secret-mark';
import { undoPartnerWords } from '@/lib/settings/undo/undo-words';
import { conditionWords, inputCheckWords } from './condition-words';
import type { Setting } from './setting';

/** Values that take a sentence to say, by the setting's name in the API. Only screens that show changes need them. */
const sentences: Readonly<Record<string, (value: JsonValue) => string>> = {
  conditions: conditionWords,
  input_checks: inputCheckWords,
  undo_partner: undoPartnerWords,
};

/** A value in words; an em dash for none. */
export function wordsOf(
  { words, wire = '' }: Partial<Pick<Setting, 'words' | 'wire'>>,
  value: JsonValue,
): string {
  const known = words !== undefined && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined;
  if (known !== undefined) return known;
  if (value === null || value === '') return '—';
  if (isSecretMark(value)) return MASKED;
  const sentence = sentenceOf({ wire }, value);
  if (sentence !== null) return sentence;
  return typeof value === 'object' ? exactJson(value) : (digitsOf(value) ?? String(value));
}

/** A value that takes a sentence to say; null for a setting whose values don't. */
export function sentenceOf({ wire }: Pick<Setting, 'wire'>, value: JsonValue): string | null {
  const sentence = Object.hasOwn(sentences, wire) ? sentences[wire] : undefined;
  return sentence === undefined ? null : sentence(value);
}
