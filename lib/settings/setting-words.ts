import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, MASKED } from '@/lib/base/secret-mark';
import { undoPartnerWords } from '@/lib/settings/undo-words';
import { conditionWords, inputCheckWords } from './condition-words';
import type { Setting } from './setting';

/** Values that take a sentence to say, by the setting's name in the API. Only screens that show changes need them. */
const sentences: Readonly<Record<string, (value: JsonValue) => string>> = {
  conditions: conditionWords,
  input_checks: inputCheckWords,
  undo_partner: undoPartnerWords,
};

/** A value in words; `--` for none. */
export function wordsOf(
  { words, wire = '' }: Partial<Pick<Setting, 'words' | 'wire'>>,
  value: JsonValue,
): string {
  const known = words !== undefined && Object.hasOwn(words, String(value)) ? words[String(value)] : undefined;
  if (known !== undefined) return known;
  if (value === null || value === '') return '--';
  if (isSecretMark(value)) return MASKED;
  const sentence = Object.hasOwn(sentences, wire) ? sentences[wire] : undefined;
  if (sentence !== undefined) return sentence(value);
  return typeof value === 'object' ? exactJson(value) : String(value);
}
