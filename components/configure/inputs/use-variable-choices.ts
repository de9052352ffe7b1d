'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readVariables } from '@/lib/contract/command/startup';
import { inputSettings } from '@/lib/settings/input-settings';

const VARIABLES: Readonly<Record<string, string>> = inputSettings.variable.words;

/** The variables that an input can follow: those of the person, and what the startup commands returned for the person who configures it. */
export function useVariableChoices(
  orgId: string,
  current: string | null,
): { value: string; label: string }[] {
  const input = { params: { orgId } };
  const { data } = useQuery({
    queryKey: queryKey(readVariables, input),
    queryFn: ({ signal }) => callApi(readVariables, input, { signal }),
  });
  const known = Object.keys({
    ...VARIABLES,
    ...data?.variables,
    ...(current === null ? {} : { [current]: '' }),
  });
  return known.map((value) => ({ value, label: VARIABLES[value] ?? `${value}, of a startup command` }));
}
