import { z } from 'zod';
import { longPathId, opaque, pathId, queryBoolean, queryNumber, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most rows of one page. */
export const ROWS_A_PAGE = 1000;
const MOST_COLUMN = 10_000;
const longestText = 1000;

/** Which rows of a stored table, in which order. */
export const chosenRows = {
  resultSet: queryNumber(0, 999).optional().describe('Which table of the result, from 0.'),
  sort: queryNumber(0, MOST_COLUMN)
    .optional()
    .describe('The column to sort by, from 0; without it, rows come as the source returned them.'),
  sortDesc: queryBoolean.optional().describe('Whether to sort downward.'),
  search: z
    .string()
    .max(longestText)
    .optional()
    .describe('Only rows with this text in any column, regardless of case.'),
  filter: z
    .array(
      z
        .string()
        .regex(/^\d{1,5}:/, 'Write a column from 0, a colon, and a text.')
        .max(longestText),
    )
    .max(50)
    .optional()
    .describe(
      'Only rows with a text in one column: the column from 0, a colon, and the text, such as `2:Boston`. Numbers and dates are also compared: `3:>1000`, `4:2026-06-01..2026-06-30`. Repeated, all must match.',
    ),
};

export const listResultRows = operation({
  id: 'listResultRows',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/rows',
  summary: 'Rows of a stored table, sorted and filtered through all of it, page by page',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId', command: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, runId: longPathId }),
  query: z.strictObject({
    ...chosenRows,
    from: queryNumber(0, 999_999_999).optional().describe('The first of the matching rows, from 0.'),
    count: queryNumber(0, ROWS_A_PAGE).optional().describe('How many rows at most.'),
  }),
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      rows: ['rows', z.array(z.array(opaque))],
      /** The place of each in the stored table, from 0. */
      numbers: ['numbers', z.array(z.int().min(0))],
      /** Whether some values were too long to be read in full; downloads have all of them. */
      isCut: ['is_cut', z.boolean()],
      matchingRows: ['matching_rows', z.int().min(0)],
      totalRows: ['total_rows', z.int().min(0)],
    }),
  },
});
