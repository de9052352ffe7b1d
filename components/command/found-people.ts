'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listMembers, type member, readMember } from '@/lib/contract/people/members';

export type FoundPerson = z.output<typeof member>;

const SEARCH_DEBOUNCE_MS = 200;
/** More words than a name has were pasted by mistake. */
const MOST_WORDS = 10;

interface FindPeopleOptions {
  /** How many to return at most; the others are found by typing more. */
  count: number;
  /** Whether to find people who were removed from the organization too: what they did stays. */
  includesRemoved?: boolean;
  /** Whether to ask at all. */
  isWanted?: boolean;
}

/** The typed words, each of which a person's name or address must have. */
export function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}

/** The request for the first people whose name or address has all the typed words, in any order. */
export function foundPeopleInput(
  orgId: string,
  search: string,
  { count, includesRemoved = false }: FindPeopleOptions,
): CallInput<typeof listMembers> {
  const words = wordsOf(search).map((word) => `search:contains:${word}`);
  const filter = includesRemoved ? words : ['is_deleted:false', ...words];
  return { params: { orgId }, query: { filter, per_page: count } };
}

/**
 * The first people of the organization who match the typed text, found on the server. Those found before stay while
 * others load. `isSettled` says that they match the current text.
 */
export function useFoundPeople(orgId: string, search: string, options: FindPeopleOptions) {
  const [settled] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const input = foundPeopleInput(orgId, settled, options);
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: queryKey(listMembers, input),
    queryFn: ({ signal }) => callApi(listMembers, input, { signal, isTrusted: true }),
    enabled: options.isWanted ?? true,
    placeholderData: keepPreviousData,
  });
  return {
    people: data ?? nobody,
    error,
    isSettled: settled === search && (error !== null || !(isPending || isPlaceholderData)),
  };
}

const nobody: readonly FoundPerson[] = [];

/** One person of the organization by their id; null for none. */
export function usePerson(orgId: string, userId: string | null) {
  const input = { params: { orgId, userId: userId ?? '' } };
  return useQuery({
    queryKey: queryKey(readMember, input),
    queryFn: ({ signal }) => callApi(readMember, input, { signal }),
    enabled: userId !== null,
  });
}
