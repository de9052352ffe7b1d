import { digitsOf, withExactNumbers } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { MASKED, SECRET_MARK } from '@/lib/base/secret-mark';

/** Characters that nobody sees, or that change how others are read: all but line breaks and tabs. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029\u3164\u115f\u1160\uffa0\ufdd0-\ufdef]/gu;

const named = (text: string): string =>
  text.replace(UNSEEN, (found) => {
    const code = found.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });

const SECRET = JSON.stringify(SECRET_MARK);

/**
 * A value with nothing left out, for a person who is about to confirm it: text as it is, anything else as JSON. Characters
 * that can't be seen are named, and secrets are dots.
 */
export function shownValue(value: JsonValue): string {
  if (JSON.stringify(value) === SECRET) return MASKED;
  if (value === '') return '(empty text)';
  if (typeof value === 'string') return digitsOf(value) ?? named(value);
  const text = JSON.stringify(
    value,
    (_, part: JsonValue) => (JSON.stringify(part) === SECRET ? MASKED : part),
    2,
  );
  return named(withExactNumbers(text));
}
