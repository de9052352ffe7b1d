'use client';

import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import type { QueryOf } from '@/lib/contract/operation';
import { createDownloadLink, type DownloadFormat } from '@/lib/contract/results/downloads';
import type { RunSummary } from '../use-history';

/** Which rows and columns; everything without them. */
type Chosen = QueryOf<typeof createDownloadLink>;

type Result = Pick<RunSummary, 'orgId' | 'runId' | 'payloadFormat' | 'isDeleted'>;

/**
 * The format in which the history downloads a result: a spreadsheet, which a document may not be, or CSV files for several
 * tables. Null for no result.
 */
export function preferredFormat({
  payloadFormat,
  isDeleted,
}: Omit<Result, 'orgId' | 'runId'>): DownloadFormat | null {
  if (isDeleted) return null;
  switch (payloadFormat) {
    case null:
    case 'empty':
      return null;
    case 'json.multiset.rowwise':
      return 'csv';
    case 'json.table.rowwise':
    case 'single_value':
    case 'json':
      return 'xlsx';
    case 'string':
    case 'markdown':
      return 'txt';
    case 'csv':
      return 'csv';
    case 'file':
      return 'file';
  }
}

/** Returns a function that downloads the result of a run, or what was chosen of it. */
export function useDownloadResult(): (run: Result, chosen?: Chosen) => Promise<void> {
  return async (run, chosen = {}) => {
    const format = formatFor(run, chosen);
    if (format === null) return toast.info('No download options available for this run');
    try {
      const { url } = await linkTo(run, format, chosen);
      // The link returns an attachment, so the page stays.
      window.location.assign(url);
    } catch (error) {
      toast.danger(`Error trying to download! ${describeError(error).message}`);
    }
  };
}

/** Chosen rows are a spreadsheet, too, of one table. */
const formatFor = (run: Result, chosen: Chosen): DownloadFormat | null =>
  Object.keys(chosen).length === 0 || preferredFormat(run) === null ? preferredFormat(run) : 'xlsx';

/** A document is a table if it has one list of objects, which only the server knows; otherwise it stays a document. */
async function linkTo({ orgId, runId, payloadFormat }: Result, format: DownloadFormat, query: Chosen) {
  const linkAs = (chosen: DownloadFormat) =>
    callApi(createDownloadLink, { params: { orgId, runId, format: chosen }, query });
  const isWhole = Object.keys(query).length === 0;
  const isDocument = isWhole && (payloadFormat === 'json' || payloadFormat === 'single_value');
  if (!isDocument) return linkAs(format);
  return linkAs(format).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'conflict') return linkAs('json');
    throw error;
  });
}
