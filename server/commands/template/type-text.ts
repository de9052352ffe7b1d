import type { InputType } from '@/lib/inputs/input';

const shownParts = 20;

/** A type in one line, with its parts: `order_status (new, paid)`, `address {street text, zip text}`. */
export function typeText(type: InputType): string {
  if (type.options !== null) return `${type.typeId} (${some(type.options)})`;
  if (type.properties !== null) {
    return `${type.typeId} {${some(type.properties.map(({ key, type: inner }) => `${key} ${typeText(inner)}`))}}`;
  }
  const element = type.element === null ? '' : typeText(type.element);
  return element === '' || type.typeId.startsWith(element) ? type.typeId : `${type.typeId} of ${element}`;
}

function some(parts: string[]): string {
  const shown = parts.slice(0, shownParts).join(', ');
  return parts.length > shownParts ? `${shown}, … ${parts.length - shownParts} more` : shown;
}
