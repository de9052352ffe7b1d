/** Inputs of these names hold places, which have commas in them. */
const SEMICOLON_KEYS = new Set(['locations', 'excluded_locations']);

/** What divides the tags of an input from one another. */
export function dividerOf(key: string): ',' | ';' {
  return SEMICOLON_KEYS.has(key) ? ';' : ',';
}

/** The tags of a text; those that are blank are none. */
export function tagsIn(text: string, divider: string): string[] {
  return text
    .split(divider)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
