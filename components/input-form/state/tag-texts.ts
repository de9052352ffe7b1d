/** Inputs with these names hold places, whose names contain commas. */
const SEMICOLON_KEYS = new Set(['locations', 'excluded_locations']);

/** The separator between an input's tags. */
export function dividerOf(key: string): ',' | ';' {
  return SEMICOLON_KEYS.has(key) ? ';' : ',';
}

/** The tags of a text, without blank ones. */
export function tagsIn(text: string, divider: string): string[] {
  return text
    .split(divider)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
