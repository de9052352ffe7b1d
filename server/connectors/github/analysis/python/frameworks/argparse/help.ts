import type { Draft } from '../../values/draft';

/** A help text with what argparse and optparse put in its place: `%(default)s`, `%default`, `%%`. */
export function expandHelp(text: string | null, { fallback, choices }: Draft): string | null {
  if (text === null) return null;
  const literal = fallback !== null && 'literal' in fallback ? fallback.literal : null;
  const shown = literal === null ? 'None' : typeof literal === 'string' ? literal : JSON.stringify(literal);
  return text
    .replace(/%\(default\)[srd]/g, shown)
    .replace(/%default\b/g, shown)
    .replace(/%\(choices\)s/g, (choices ?? []).join(', '))
    .replaceAll('%%', '%')
    .replace(/\s+/g, ' ')
    .trim();
}
