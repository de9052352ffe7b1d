'use client';

import { useQuery } from '@tanstack/react-query';
import type { Command } from '@/components/builder/use-command';
import type { JsonValue } from '@/lib/base/json';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readVariables } from '@/lib/contract/command/startup';
import { personVariables } from '@/lib/inputs/input';

const none: Readonly<Record<string, JsonValue>> = {};

/** The values that startup commands returned for the person; requested only if an input of the command uses one. */
export function useStartupVariables(command: Command): Readonly<Record<string, JsonValue>> {
  const isFollowed = command.template.inputs.some(
    ({ variable }) => variable !== null && !personVariables.some((own) => own === variable),
  );
  const input = { params: { orgId: command.orgId } };
  const { data } = useQuery({
    queryKey: queryKey(readVariables, input),
    queryFn: ({ signal }) => callApi(readVariables, input, { signal }),
    enabled: isFollowed && command.hasAccess,
  });
  return data?.variables ?? none;
}
