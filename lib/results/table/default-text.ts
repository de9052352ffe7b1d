import type { Input } from '@/lib/inputs/input';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import { cellText } from '@/lib/results/table/result-table';

const yesOrNo: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/**
 * What the source uses if an input is left out, in the words of its control: `Today` for `CURRENT_DATE`. Null if it uses
 * nothing, if the default is filled in already, and if the input isn't the person's to fill in.
 */
export function defaultText(input: Input): string | null {
  const { defaultAmbiguousInput, defaultExpression, defaultValue } = input;
  if (input.locked || input.variable !== null || hasSealedDefault(input)) return null;
  const inWords = (text: string) => (input.type.jsonType === 'boolean' ? (yesOrNo[text] ?? text) : text);
  if (defaultExpression !== null) return inWords(expressionInWords(defaultExpression));
  const isTaken = defaultAmbiguousInput === 'omit' && !input.useDefaultValue && defaultValue !== null;
  if (!isTaken) return null;
  return defaultValue === '' ? '""' : inWords(cellText(defaultValue));
}

const TODAY = /^(current_date|curdate\(\)|today\(\))$/i;
const NOW =
  /^(now\(\)|(current_timestamp|localtimestamp)(\(\d?\))?|getdate\(\)|getutcdate\(\)|sysdatetime\(\)|sysdate)$/i;
const DAYS_FROM_TODAY = /^current_date\s*([-+])\s*(\d{1,4})$/i;

/** An expression of a source's language as people say it, if it is one of the usual ones; otherwise as it is. */
export function expressionInWords(expression: string): string {
  const text = expression
    .trim()
    .replace(/^\((.*)\)$/s, (all, inner: string) => (/[()]/.test(inner) ? all : inner));
  if (TODAY.test(text)) return 'Today';
  if (NOW.test(text)) return 'Now';
  const [, sign, count] = DAYS_FROM_TODAY.exec(text) ?? [];
  if (count !== undefined) {
    const days = Number(count);
    if (sign === '-') return days === 1 ? 'Yesterday' : `${days} days ago`;
    return days === 1 ? 'Tomorrow' : `In ${days} days`;
  }
  // A quoted text without a quote in it, with the type that Postgres appends.
  const [, quoted] = /^'([^']*)'(?:::[\w\s."[\]]+)?$/.exec(text) ?? [];
  return quoted === undefined || quoted === '' ? text : quoted;
}
