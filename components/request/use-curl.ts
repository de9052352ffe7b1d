'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { uploadPostman } from '@/lib/contract/sources/imports';
import { listApiCredentials } from '@/lib/contract/sources/requests';
import { curlCollection } from '@/lib/sources/curl/curl-collection';
import { readCurl, UnreadableCurl } from '@/lib/sources/curl/curl-request';
import { curlSummary } from '@/lib/sources/curl/curl-summary';
import { chosenConnection } from './chosen-connection';

/** Long enough to look from the command to what became of it. */
const LONG_ENOUGH_MS = 15_000;

/**
 * Takes a curl command over, and leads to where its request is added.
 *
 * @param begunFrom the connection to use without asking if the command is for its server
 */
export function useCurl(orgId: string, begunFrom: number | null, onRefused: (reason: string) => void) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const taking = useMutation({
    mutationFn: async (command: string) => {
      const collection = curlCollection(command);
      const request = readCurl(command);
      const credentialId = await chosenConnection(orgId, request, collection.info.name, begunFrom);
      if (credentialId === null) return null;
      const file = new File([JSON.stringify(collection)], 'curl.json');
      const input = { params: { orgId }, body: credentialId === undefined ? {} : { credentialId } };
      const [row] = await callApi(uploadPostman, input, { files: [file] });
      return row && { ...row, summary: curlSummary(command, credentialId === undefined) };
    },
    onSuccess: async (row) => {
      if (row === null) return;
      if (row === undefined || row.credentialId === null) return onRefused(row?.error ?? 'Nothing was read.');
      await Promise.all(
        [listCredentials, listApiCredentials].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
      const { credentialId, staticCommandSourceId, summary } = row;
      if (summary !== '') toast.success(summary, { durationMs: LONG_ENOUGH_MS });
      panels.push({ kind: 'sync', credentialId, staticCommandSourceId });
    },
    onError: (error) =>
      onRefused(error instanceof UnreadableCurl ? error.message : describeError(error).message),
  });
  return { take: taking.mutate, isTaking: taking.isPending };
}
