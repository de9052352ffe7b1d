'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi, callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type group, listGroups, listMembers, type member } from '@/lib/contract/people/members';
import { groupsInput, membersInput } from './members-input';

export type Member = z.output<typeof member>;
export type Group = z.output<typeof group>;

/** The organization and the person of the team page. */
export interface TeamOwner {
  org: { orgId: string; slug: string; name: string; isSandbox: boolean };
  userId: string;
  /** Admins change roles and groups; members view them. */
  isAdmin: boolean;
  /** Whether people come from a directory, where addresses decide who is an admin. */
  hasDirectory: boolean;
  /** Whether a mail server sends invitations; without one, admins pass their links on. */
  sendsMail: boolean;
}

const SEARCH_DEBOUNCE_MS = 200;

/** One page of the people whose name has a text, and how many there are. The previous page stays while the next one loads. */
export function useMembers(orgId: string, search: string, page: number) {
  const [settled] = useDebouncedValue(search, SEARCH_DEBOUNCE_MS);
  const input = membersInput(orgId, settled, page);
  const counted = membersInput(orgId, settled, 0);
  const members = useQuery({
    queryKey: queryKey(listMembers, input),
    queryFn: ({ signal }) => callApi(listMembers, input, { signal, isTrusted: true }),
    placeholderData: keepPreviousData,
  });
  const count = useQuery({
    queryKey: [...queryKey(listMembers, counted), 'count'],
    queryFn: async ({ signal }) => (await callApiForPage(listMembers, counted, { signal })).totalCount,
    placeholderData: keepPreviousData,
  });
  return { members, count: count.data ?? null, term: settled.trim().toLowerCase() };
}

export function useGroups(orgId: string) {
  const input = groupsInput(orgId);
  return useQuery({
    queryKey: queryKey(listGroups, input),
    queryFn: ({ signal }) => callApi(listGroups, input, { signal, isTrusted: true }),
  });
}

/** Refetches the groups after a change. */
export function useRefreshGroups(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [listGroups.id] });
}

/** What a member who isn't an admin is of the commands that they have, or get once they join. */
export function standingWord({
  isEngineer,
  hasCommands,
}: Pick<Member, 'isEngineer' | 'hasCommands'>): string {
  if (isEngineer === true) return 'Engineer';
  return hasCommands === false ? 'No commands yet' : 'Runner';
}

/** `Maria Keller (Pending)`: invited, and hasn't joined. */
export function nameOf({
  name,
  isPending,
  isPendingToProduct = false,
}: Pick<Member, 'name' | 'isPending'> & Partial<Pick<Member, 'isPendingToProduct'>>): string {
  return isPending || isPendingToProduct ? `${name} (Pending)` : name;
}
