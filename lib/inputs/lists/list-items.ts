import type { FormComponent, Input, InputType } from '../input';

/** Inputs with these names hold places, whose names contain commas. */
const SEMICOLON_KEYS = new Set(['locations', 'excluded_locations']);

const MOMENTS: ReadonlySet<FormComponent> = new Set(['b-datepicker', 'b-datetimepicker', 'b-timepicker']);

/** The characters that separate the items of a list input, besides line breaks and tabs. The first is the usual one. */
export type Dividers = ',' | ';' | ',;';

/** The separators between the items of a list input. Numbers and dates contain neither commas nor semicolons. */
export function dividersOf({ key, type }: Pick<Input, 'key' | 'type'>): Dividers {
  if (SEMICOLON_KEYS.has(key)) return ';';
  return type.element !== null && isNumberOrMoment(type.element) ? ',;' : ',';
}

const isNumberOrMoment = ({ jsonType, component }: InputType): boolean =>
  jsonType === 'number' || MOMENTS.has(component);

/** The characters that separate items: text copied from a column or a row of a sheet has line breaks or tabs. */
export const separatorsOf = (dividers: Dividers): string[] => [...dividers, '\r', '\n', '\t'];

const SEPARATORS: Readonly<Record<Dividers, RegExp>> = {
  ',': /[,\r\n\t]/,
  ';': /[;\r\n\t]/,
  ',;': /[,;\r\n\t]/,
};

/** The items of a text, without blank ones and without surrounding spaces. */
export function itemsIn(text: string, dividers: Dividers): string[] {
  return text
    .split(SEPARATORS[dividers])
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The separated part of a text, and the item after its last separator, which may not be finished yet. */
export function splitTyped(text: string, dividers: Dividers): { finished: string; rest: string } {
  const end = Math.max(...separatorsOf(dividers).map((separator) => text.lastIndexOf(separator))) + 1;
  return { finished: text.slice(0, end), rest: text.slice(end) };
}
