import { z } from 'zod';

/** How the values of a column are shown; null for as they are. */
export const outputFormat = z.enum(['date', 'datetime', 'money', 'number', 'link', 'badge']);
export type OutputFormat = z.output<typeof outputFormat>;

const MOST_COLUMNS = 1_000;
const LONGEST_PATH = 1_000;

const outputKind = z.enum(['column', 'field']);
const place = {
  kind: outputKind,
  path: z.string().max(LONGEST_PATH),
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

/** Whether a detail suits its format: a currency, decimals, or an address. Null always does. */
export const isFormatDetail = (format: OutputFormat | null, detail: string | null): boolean =>
  detail === null || (format !== null && isDetail[format]?.(detail) === true);

/** How one learned column or field is shown. What is not listed is shown as it comes. */
export const outputColumn = z
  .strictObject({
    ...place,
    /** From 0; 0 for fields. */
    resultSet: z.int().min(0).max(999),
    /** Its name for people; null for its own. */
    name: z.string().trim().max(200).nullable(),
    isHidden: z.boolean(),
    /** Its place among the columns, from 0; null for where the source has it. */
    order: z.int().min(0).max(9_999).nullable(),
    format: outputFormat.nullable(),
    /** The currency of money, the decimals of a number, or the address of a link. */
    detail: z.string().max(500).nullable(),
  })
  .refine(({ format, detail }) => isFormatDetail(format, detail), {
    message: 'This detail does not suit the format',
  });
export type OutputColumn = z.output<typeof outputColumn>;

export const outputDisplay = z.array(outputColumn).max(MOST_COLUMNS);

/** Columns and fields whose values are masked, in every result set. */
export const outputMasks = z.array(z.strictObject(place)).max(MOST_COLUMNS);

/** People, by user id, who may reveal masked values; none for the command's engineers. */
export const revealers = z.array(z.string().min(1).max(100)).max(200);
