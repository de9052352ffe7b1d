'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { LONGEST_POLL_MS, listDropdownOptions, POLL_MS } from '@/lib/contract/command/dropdown-options';
import { isSecret } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type FormDropdowns, useFormValues } from './form-dropdowns';
import { useRefresh } from './use-refresh';

const SEARCH_DELAY_MS = 200;
const VALUES_DELAY_MS = 400;

/** The chosen values of a dropdown, of which some have several. */
export function listOf(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** The values that the options depend on; secrets and files never leave the form for them. */
function valuesFor(
  inputs: readonly Input[],
  values: InputValues,
  dependsOn: readonly string[],
  own: Input,
): InputValues {
  const passed = inputs.filter(
    (input) => input.key !== own.key && dependsOn.includes(input.key) && !isSecret(input),
  );
  return Object.fromEntries(
    passed.flatMap(({ key }): [string, JsonValue][] => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  );
}

/**
 * The options of an input, of what is searched for. While they are loading they are requested again every two seconds,
 * for fifteen minutes; a request that fails on the way doesn't end that.
 *
 * @param chosen the values whose options are needed for their names
 */
export function useOptions(
  form: FormDropdowns,
  dependsOn: readonly string[],
  input: Input,
  search: string,
  chosen: readonly JsonValue[],
) {
  const since = useRef<number | null>(null);
  const [searched] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const passed = JSON.stringify(valuesFor(form.inputs, useFormValues(), dependsOn, input));
  const [values] = useDebouncedValue(passed, VALUES_DELAY_MS);
  const call = {
    params: { orgId: form.orgId, kitId: form.commandId, inputId: input.inputId },
    query: {
      ...(values === '{}' ? {} : { values: JSON.parse(values) as InputValues }),
      ...(searched === '' ? {} : { search: searched }),
      ...(chosen.length === 0 ? {} : { chosen: [...chosen] }),
    },
  };
  const key = queryKey(listDropdownOptions, call);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(listDropdownOptions, call, { signal }),
    placeholderData: keepPreviousData,
    staleTime: POLL_MS,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'loading') {
        since.current = null;
        return false;
      }
      since.current ??= Date.now();
      return Date.now() - since.current < LONGEST_POLL_MS ? POLL_MS : false;
    },
  });
  const again = useRefresh(key, () =>
    callApi(listDropdownOptions, { ...call, query: { ...call.query, refresh: true } }),
  );
  return {
    options: query.data,
    error: again.error ?? (query.data === undefined ? query.error : null),
    isLoading: query.isPending || again.isPending || query.data?.state === 'loading',
    /** Whether the options are those of this search and these values. */
    isCurrent: !query.isPlaceholderData && searched === search && values === passed,
    refresh: again.refresh,
  };
}
