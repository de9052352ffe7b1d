import type { CallInput } from '@/lib/client/api-client';
import type { listGroups, listMembers } from '@/lib/contract/people/members';

export const MEMBERS_A_PAGE = 100;

/** One page of everyone whose name has a text, including removed people, who can be restored. */
export function membersInput(orgId: string, search: string, page: number): CallInput<typeof listMembers> {
  const term = search.trim();
  const filter = term === '' ? {} : { filter: [`name:contains:${term}`] };
  return { params: { orgId }, query: { ...filter, page, per_page: MEMBERS_A_PAGE } };
}

export function groupsInput(orgId: string): CallInput<typeof listGroups> {
  return { params: { orgId } };
}
