import type { Mask } from './masks';

/** How the values of a column are shown. */
export type OutputFormat = 'date' | 'datetime' | 'money' | 'number' | 'link' | 'badge';

/** How one learned column or field is shown. What is not listed is shown as it comes. A type, so that it is also JSON. */
export type OutputColumn = {
  kind: Mask['kind'];
  /** A column's name, or a field's path: field-paths.ts. */
  path: string;
  /** From 0; 0 for fields. */
  resultSet: number;
  /** Its name for people; null for its own. */
  name: string | null;
  isHidden: boolean;
  /** Its place among the columns, from 0; null for where the source has it. */
  order: number | null;
  /** Null for values as they are. */
  format: OutputFormat | null;
  /** The currency of money, the decimals of a number, or the address of a link. */
  detail: string | null;
};

const isDetail: Readonly<Partial<Record<OutputFormat, (detail: string) => boolean>>> = {
  money: (detail) => /^[A-Z]{3}$/.test(detail),
  number: (detail) => /^\d$/.test(detail),
  link: (detail) => /^https?:\/\/[^\s]*$/i.test(detail),
};

/** What a format's detail must be. */
export const detailHelp: Readonly<Partial<Record<OutputFormat, string>>> = {
  money: 'A currency of three letters, such as EUR',
  number: 'A number of decimals from 0 to 9',
  link: 'An address that begins with https://; {value} in it becomes the value',
};

/** Whether a format needs its detail: an amount without its currency would be shown in another one. */
export const needsDetail = (format: OutputFormat | null): boolean => format === 'money';

/** Whether a detail suits its format: a currency, decimals, or an address. Null always does. */
export const isFormatDetail = (format: OutputFormat | null, detail: string | null): boolean =>
  detail === null || (format !== null && isDetail[format]?.(detail) === true);
