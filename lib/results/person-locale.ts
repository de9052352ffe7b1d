/** How the person writes numbers and dates, as their browser knows; an unknown name means as in the United States. */
export function personLocale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}
