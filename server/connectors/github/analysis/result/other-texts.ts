import type { InputDraft } from '../values/draft';

/** What a text looks like that a conversion to a type takes. */
const formats: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['int', 'integer', 'float', 'numeric', 'Decimal', 'Fraction'].map((typeId) => [typeId, /^[-+]?[\d.]/]),
  ),
  ...Object.fromEntries(['date', 'Date', 'datetime', 'POSIXct'].map((typeId) => [typeId, /^\d/])),
};

/**
 * A text that is converted in one case and taken as it is in another is a text: `all` or a number, `today` or a date. What
 * it is compared with says so, and what it is without a value.
 */
export function settleText(draft: InputDraft): void {
  const format = Object.hasOwn(formats, draft.typeId ?? '') ? formats[draft.typeId ?? ''] : undefined;
  if (format === undefined || !draft.isTextual || draft.isList) return;
  const { fallback } = draft;
  const literal = fallback !== null && 'literal' in fallback ? fallback.literal : null;
  const texts = [...draft.compared, ...(typeof literal === 'string' ? [literal] : [])];
  if (texts.some((text) => text.trim() !== '' && !format.test(text.trim()))) draft.typeId = null;
}
