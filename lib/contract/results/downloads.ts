import { z } from 'zod';
import { longPathId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { chosenRows } from './result-rows';

/** The formats a result can be downloaded in. */
export const downloadFormat = z.enum(['csv', 'xlsx', 'json', 'txt', 'file']);
export type DownloadFormat = z.output<typeof downloadFormat>;

const runDownload = z.object({ orgId: z.string(), runId: longPathId, format: downloadFormat });

/** The most rows of a spreadsheet with chosen rows, which is made while it is read. */
export const MOST_CHOSEN_IN_SPREADSHEET = 100_000;

const isEachOnce = (numbers: readonly number[]): boolean => new Set(numbers).size === numbers.length;

/** With any of these, a file of CSV or XLSX has only those rows and columns of one table; without, the whole result. */
const chosen = {
  ...chosenRows,
  columns: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5}){0,9999}$/, 'Write columns from 0 with commas between them.')
    // A long cell, repeated, would make a file of any size.
    .refine((text) => isEachOnce(text.split(',').map(Number)), 'Write each column once.')
    .optional()
    .describe('The columns, from 0, in their order in the file: `2,0,1`.'),
};

export const createDownloadLink = operation({
  id: 'createDownloadLink',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/runs/{runId}/download-link/{format}',
  summary:
    'A link to the whole result as a file, or to some rows and columns of a table, good for five minutes for the person who asks',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: runDownload,
  query: z.strictObject(chosen),
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ url: ['url', z.string()] }) },
  // A spreadsheet is made first.
  waits: true,
});

export const download = operation({
  id: 'download',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/runs/{runId}/download/{format}',
  summary: 'The result as a file; with the link that `download-link` returns',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId' },
  params: runDownload,
  query: z.strictObject({ ...chosen, link: z.string() }),
  body: null,
  answer: { kind: 'file' },
});
