'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { ResponseOf } from '@/lib/contract/operation';
import { listMyOrgs, readMe } from '@/lib/contract/people/people';
import { shownOrgName } from '@/lib/orgs/org-names';

/** The viewer of a shared item, and their role in its organization. */
export interface Viewer {
  userId: string;
  /** Null for a person from another organization. */
  org: { orgId: string; name: string; slug: string; isAdmin: boolean } | null;
}

/** The signed-in person's relation to an organization. */
export function useViewer(orgId: string): {
  data: Viewer | undefined;
  error: Error | null;
  refetch: () => unknown;
} {
  const me = useQuery({
    queryKey: queryKey(readMe, {}),
    queryFn: ({ signal }) => callApi(readMe, {}, { signal }),
  });
  const orgs = useQuery({
    queryKey: queryKey(listMyOrgs, {}),
    queryFn: ({ signal }) => callApi(listMyOrgs, {}, { signal }),
  });
  return {
    data: me.data == null || orgs.data === undefined ? undefined : viewerOf(me.data.userId, orgId, orgs.data),
    error: me.error ?? orgs.error,
    refetch: () => Promise.all([me.refetch(), orgs.refetch()]),
  };
}

function viewerOf(userId: string, orgId: string, orgs: ResponseOf<typeof listMyOrgs>): Viewer {
  const own = orgs.filter(({ isPendingToOrg }) => !isPendingToOrg);
  const org = own.find((each) => each.orgId === orgId);
  if (org === undefined) return { userId, org: null };
  const slug = org.slugs.find(({ isActive }) => isActive)?.slug ?? orgId;
  return {
    userId,
    org: { orgId, name: shownOrgName(org, own.length === 1), slug, isAdmin: org.role === 'admin' },
  };
}
