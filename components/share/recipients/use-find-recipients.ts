'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { findRecipients } from '@/lib/contract/sharing/sharing';
import type { Viewer } from '../panel/use-viewer';
import {
  isAddress,
  NOT_AN_ADDRESS,
  OWN_ROLE,
  personRecipient,
  type Recipient,
  SELECT_FROM_LIST,
} from './recipients';

const SEARCH_MS = 120;
/** How many to request in addition to those that are then left out of the list. */
const SHOWN = 10;
const MOST = 600;

function inputOf(orgId: string, search: string, max: number) {
  return { params: { orgId }, query: { search: search.trim(), max: Math.min(MOST, max) } };
}

/**
 * The people and groups that match the typed text, found on the server. `isSettled` says that they match the current
 * text and not an earlier one.
 */
export function useFindRecipients(orgId: string, search: string, leftOut: number) {
  const [settled] = useDebouncedValue(search, SEARCH_MS);
  const input = inputOf(orgId, settled, SHOWN + leftOut);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: queryKey(findRecipients, input),
    queryFn: ({ signal }) => callApi(findRecipients, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return { data, isError, isSettled: settled === search && !isPlaceholderData };
}

/** Returns a function that finds the person for a typed text, or the reason why it can't be shared with. */
export function useResolveTyped(
  viewer: Viewer,
  allowsSelf: boolean,
): (typed: string, role: Recipient['role']) => Promise<Recipient | string> {
  const queryClient = useQueryClient();
  const { org, userId } = viewer;
  return async (typed, role) => {
    const wanted = typed.toLowerCase();
    const input = inputOf(org?.orgId ?? '', wanted, SHOWN);
    const { people } = await queryClient.fetchQuery({
      queryKey: queryKey(findRecipients, input),
      queryFn: () => callApi(findRecipients, input),
    });
    const called = people.filter(({ name }) => name.toLowerCase() === wanted);
    const known =
      people.find(({ email }) => email?.toLowerCase() === wanted) ??
      (called.length === 1 ? called[0] : undefined);
    if (known?.userId === userId && !allowsSelf) return OWN_ROLE;
    if (known !== undefined) return personRecipient(known, role);
    if (!org?.isAdmin) return SELECT_FROM_LIST;
    return isAddress(typed) ? { kind: 'address', id: wanted, role, problem: null } : NOT_AN_ADDRESS;
  };
}
