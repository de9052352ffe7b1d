import type { CallInput } from '@/lib/api-client';
import type { listChangelog } from '@/lib/contract/changelog';
import type { listGroups, listMembers } from '@/lib/contract/members';

/** Everyone, including removed people, who can be restored. */
export function membersInput(orgId: string): CallInput<typeof listMembers> {
  return { params: { orgId }, query: {} };
}

export function groupsInput(orgId: string): CallInput<typeof listGroups> {
  return { params: { orgId } };
}

export const RELEASES_A_PAGE = 10;

export function changelogInput(orgId: string, page: number): CallInput<typeof listChangelog> {
  return { params: { orgId }, query: { page, per_page: RELEASES_A_PAGE } };
}
