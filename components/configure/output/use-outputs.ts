'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listOutputColumns, listOutputFields } from '@/lib/contract/command/outputs';
import { readCommandSummary } from '@/lib/contract/library/commands';
import { listRuns } from '@/lib/contract/runs/history';
import { readRun } from '@/lib/contract/runs/runs';
import type { Command } from '../panel/use-configure';

/** The columns and fields that a command's results had; both empty before its first result. */
export function useOutputs({ orgId, commandId, template }: Command) {
  const input = { params: { orgId, kitId: commandId, olId: template.templateId } };
  return useQuery({
    queryKey: [listOutputColumns.id, listOutputFields.id, input],
    queryFn: async ({ signal }) => {
      const [columns, fields] = await Promise.all([
        callApi(listOutputColumns, input, { signal }),
        callApi(listOutputFields, input, { signal }),
      ]);
      return { columns, fields };
    },
  });
}

/** Reads the last successful run of a command with its result; null if it never succeeded. */
export const lastRunQuery = ({ orgId, commandId }: Command) =>
  queryOptions({
    queryKey: [listRuns.id, readRun.id, 'last', orgId, commandId],
    queryFn: async ({ signal }) => {
      const filter = [`kit_id:${commandId}`, 'status:success'];
      const query = { filter, sortDesc: 'start_time', per_page: 1, page: 0 };
      const [last] = await callApi(listRuns, { params: { orgId }, query }, { signal });
      if (last === undefined) return null;
      return callApi(readRun, { params: { orgId, kitId: commandId, runId: last.runId } }, { signal });
    },
    staleTime: 0,
  });

export const useLastRun = (command: Command) => useQuery(lastRunQuery(command));

/** The people who have the command, by user id. */
export function useCommandPeople({ orgId, commandId }: Command) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(readCommandSummary, input),
    queryFn: ({ signal }) => callApi(readCommandSummary, input, { signal }),
    select: ({ engineers, runners }) =>
      new Map([...engineers, ...runners].map(({ userId, name }) => [userId, name])),
  });
}
