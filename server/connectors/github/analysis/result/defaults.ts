import type { JsonValue } from '@/lib/base/json';

/** More choices than this aren't picked from a list. */
export const MOST_CHOICES = 200;

/** The default of a list: a list of values, or a text of them; null if one of them isn't of the type. */
export function listDefault(
  literal: JsonValue,
  divider: string | null,
  scalarAs: (literal: JsonValue) => JsonValue,
): JsonValue {
  if (Array.isArray(literal)) {
    const items = literal.map(scalarAs);
    return items.includes(null) ? null : items;
  }
  if (typeof literal !== 'string') return typeof literal === 'object' ? null : [scalarAs(literal)];
  const parts = literal.split(divider ?? ',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(scalarAs);
}

/** A number, or a text of one; null for everything else. */
export function numberAs(literal: JsonValue): number | null {
  if (typeof literal !== 'string') return typeof literal === 'number' ? literal : null;
  const number = Number(literal);
  return literal.trim() === '' || !Number.isFinite(number) ? null : number;
}
