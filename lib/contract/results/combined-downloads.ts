import { z } from 'zod';
import { longId, longPathId, none, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const combinedFormat = z.enum(['csv', 'xlsx']);
export type CombinedFormat = z.output<typeof combinedFormat>;

/** The most runs in one file. */
export const MOST_COMBINED_RUNS = 10_000;

const inOrg = { needs: 'org', action: 'org.enter' } as const;
const oneCombined = z.strictObject({ orgId: textId, combinedId: longPathId });

/** A file that combines the results of several runs, and how far it is. */
export const combinedDownload = resource({
  combinedId: ['combined_id', longId],
  status: ['status', z.enum(['queued', 'making', 'ready', 'failed'])],
  doneRuns: ['done_runs', z.int()],
  totalRuns: ['total_runs', z.int()],
  /** Runs of bulk runs that are not in it: they failed, were canceled, returned no table, or it was deleted. */
  leftOutRuns: ['left_out_runs', z.int()],
  /** The link to the file, good for five minutes for the person who asks; null until it is ready. */
  url: ['url', z.string().nullable()],
  /** Why it failed, if a person can do something about it. */
  failure: ['failure', z.string().nullable()],
});

export const combineRuns = operation({
  id: 'combineRuns',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/combine-and-download-runs',
  summary:
    'One file with the results of several runs, or of all runs of a bulk run, which may be one of several, too; refused as a whole if one of them may not be read',
  permission: inOrg,
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    runIds: ['runIds', z.array(longId).max(MOST_COMBINED_RUNS).optional()],
    parentRunId: ['parentRunId', longId.nullish()],
    format: ['downloadType', combinedFormat.optional()],
    /** Whether the run's number and its values are the first columns. */
    withParams: ['withParams', z.boolean().optional()],
    /**
     * Whether runs that failed or were canceled are in the file, too, with the rows they returned before, or as one row;
     * two more columns say how each run ended, and why.
     */
    withErrors: ['withErrors', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: combinedDownload },
});

export const readCombinedDownload = operation({
  id: 'readCombinedDownload',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/combined-downloads/{combinedId}',
  summary: 'How far a combined file is, with its link once it is ready',
  permission: inOrg,
  params: oneCombined,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: combinedDownload },
});

export const downloadCombined = operation({
  id: 'downloadCombined',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/combined-downloads/{combinedId}/file',
  summary: 'The combined file; with the link that `combined-downloads` returns',
  permission: inOrg,
  params: oneCombined,
  query: z.strictObject({ link: z.string().optional() }),
  body: null,
  answer: { kind: 'file' },
});
