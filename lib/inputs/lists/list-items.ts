/** Inputs with these names hold places, whose names contain commas. */
const SEMICOLON_KEYS = new Set(['locations', 'excluded_locations']);

export type Divider = ',' | ';';

/** The separator between the items of a list input, which depends on the input's name. */
export function dividerOf(key: string): Divider {
  return SEMICOLON_KEYS.has(key) ? ';' : ',';
}

/** Text copied from a column or a row of a sheet separates its values by line breaks or tabs. */
const SEPARATORS: Readonly<Record<Divider, RegExp>> = { ',': /[,\r\n\t]/, ';': /[;\r\n\t]/ };

/** The characters that separate items, besides the divider itself. */
export const COPIED_SEPARATORS: readonly string[] = ['\r', '\n', '\t'];

/** The items of a text, without blank ones and without surrounding spaces. */
export function itemsIn(text: string, divider: Divider): string[] {
  return text
    .split(SEPARATORS[divider])
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The separated part of a text, and the item after its last separator, which may not be finished yet. */
export function splitTyped(text: string, divider: Divider): { finished: string; rest: string } {
  const separators = [divider, ...COPIED_SEPARATORS];
  const end = Math.max(...separators.map((separator) => text.lastIndexOf(separator))) + 1;
  return { finished: text.slice(0, end), rest: text.slice(end) };
}
