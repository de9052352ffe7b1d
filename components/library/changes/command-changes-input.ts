import type { CallInput } from '@/lib/client/api-client';
import type { listChangelog } from '@/lib/contract/command/changelog';

export const RELEASES_A_PAGE = 20;

export function changelogInput(orgId: string, page: number): CallInput<typeof listChangelog> {
  return { params: { orgId }, query: { page, per_page: RELEASES_A_PAGE } };
}
