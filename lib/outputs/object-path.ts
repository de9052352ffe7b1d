import { EACH, jsonPathText, parseJsonPath } from './json-path';

/** One step to a single place in a JSON document: a key of an object, or a position in a list. */
export type PathStep = string | number;

/**
 * Reads the path of a single place, such as `data.items`, `pages[0].rows`, or `["a key.with dots"].items`.
 *
 * @returns null if the text isn't such a path; an empty list, the whole document, for empty text
 */
export function parseObjectPath(text: string): PathStep[] | null {
  const steps = parseJsonPath(text);
  return steps?.every((step) => step !== EACH) ? steps : null;
}

/** A path as text, which `parseObjectPath` reads back. */
export const objectPathText = (steps: readonly PathStep[]): string => jsonPathText(steps);
