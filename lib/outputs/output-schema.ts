import { z } from 'zod';
import { parseObjectPath } from './object-path';
import { isFormatDetail } from './output-column';

const MOST_COLUMNS = 1_000;

const place = { kind: z.enum(['column', 'field']), path: z.string().max(1_000) };

/** One `OutputColumn`. */
export const outputColumn = z
  .strictObject({
    ...place,
    resultSet: z.int().min(0).max(999),
    name: z.string().trim().max(200).nullable(),
    isHidden: z.boolean(),
    order: z.int().min(0).max(9_999).nullable(),
    format: z.enum(['date', 'datetime', 'money', 'number', 'link', 'badge']).nullable(),
    detail: z.string().max(500).nullable(),
  })
  .refine(({ format, detail }) => isFormatDetail(format, detail), {
    path: ['detail'],
    message: 'This detail does not suit the format',
  });

/**
 * What a request may set of a command's output. The contract only has the shapes: these rules are large, and every page
 * with a form loads the contract.
 */
export const outputRules = z.object({
  outputObjectPath: z
    .string()
    .refine((text) => parseObjectPath(text) !== null, 'Must be a path, such as data.items')
    .nullable()
    .optional(),
  outputDisplay: z.array(outputColumn).max(MOST_COLUMNS).optional(),
  maskedOutputs: z.array(z.strictObject(place)).max(MOST_COLUMNS).optional(),
  maskRevealers: z.array(z.string().min(1).max(100)).max(200).optional(),
});
