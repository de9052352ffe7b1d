import type { JsonValue } from '@/lib/base/json';
import type { PathStep } from './object-path';

/** A list or an object within a document. */
export interface JsonPlace {
  steps: PathStep[];
  kind: 'list' | 'object';
  /** How many items or keys it has. */
  size: number;
}

const MOST_PLACES = 200;
const DEEPEST = 8;

/**
 * The lists and objects of a document, the document itself first. Of a list only the first item is looked into, since its
 * items are alike. At most 200.
 */
export function jsonPlaces(document: JsonValue): JsonPlace[] {
  const places: JsonPlace[] = [];
  const visit = (value: JsonValue | undefined, steps: PathStep[]): void => {
    if (value === null || typeof value !== 'object' || places.length >= MOST_PLACES) return;
    const entries: [PathStep, JsonValue][] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(value);
    places.push({ steps, kind: Array.isArray(value) ? 'list' : 'object', size: entries.length });
    if (steps.length === DEEPEST) return;
    for (const [step, inner] of Array.isArray(value) ? entries.slice(0, 1) : entries)
      visit(inner, [...steps, step]);
  };
  visit(document, []);
  return places;
}
