'use client';

import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import {
  type CombinedFormat,
  type combinedDownload,
  combineRuns,
  readCombinedDownload,
} from '@/lib/contract/results/combined-downloads';
import { formatCount } from '@/lib/results/table/row-counts';

const LOOK_AGAIN_MS = 1_000;
const NOTHING_CHOSEN = 'Please select at least one run to download';
const NOT_MADE = 'The spreadsheet could not be created. Try again, or download the CSV file.';

/** Which runs: some, or those of a bulk run that returned a table. */
export type CombinedRuns = { runIds: readonly number[] } | { parentRunId: number };

export interface ToCombine {
  orgId: string;
  of: CombinedRuns;
  format: CombinedFormat;
  withParams: boolean;
  withErrors?: boolean;
}

type Combined = z.output<typeof combinedDownload>;

/** Downloads the results of several runs as one file. A worker writes a spreadsheet, which may take a while. */
export function useCombineRuns() {
  return useMutation({
    mutationFn: async (wanted: ToCombine) => {
      if ('runIds' in wanted.of && wanted.of.runIds.length === 0)
        throw new ApiError(400, 'invalid', NOTHING_CHOSEN);
      return toast.during('Combining results...', combined(wanted));
    },
    // The link returns an attachment, so the page stays.
    onSuccess: ({ url, leftOutRuns }) => {
      window.location.assign(url);
      if (leftOutRuns > 0) toast.info(notInIt(leftOutRuns));
    },
    onError: (error) => toast.failure('The results were not combined', error),
  });
}

const notInIt = (count: number): string =>
  count === 1
    ? '1 row is not in the file: it did not succeed, or has no table.'
    : `${formatCount(count)} rows are not in the file: they did not succeed, or have no table.`;

async function combined({ orgId, of, ...choice }: ToCombine): Promise<{ url: string; leftOutRuns: number }> {
  const which = 'runIds' in of ? { runIds: [...of.runIds] } : of;
  const body = { ...which, ...choice };
  let file: Combined = await callApi(combineRuns, { params: { orgId }, body });
  while (file.url === null) {
    if (file.status === 'failed') {
      throw new ApiError(422, 'impossible', file.failure ?? NOT_MADE);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    file = await callApi(readCombinedDownload, { params: { orgId, combinedId: file.combinedId } });
  }
  return { url: file.url, leftOutRuns: file.leftOutRuns };
}
