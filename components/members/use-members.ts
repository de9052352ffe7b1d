'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/api-client';
import { type group, listGroups, listMembers, type member } from '@/lib/contract/members';
import { queryKey } from '@/lib/query-keys';
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
}

export function useMembers(orgId: string) {
  const input = membersInput(orgId);
  return useQuery({
    queryKey: queryKey(listMembers, input),
    queryFn: ({ signal }) => callApi(listMembers, input, { signal, isTrusted: true }),
  });
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

/** `Maria Keller (Pending)`: invited, and hasn't joined. */
export function nameOf({ name, isPending, isPendingToProduct }: Member): string {
  return isPending || isPendingToProduct ? `${name} (Pending)` : name;
}
