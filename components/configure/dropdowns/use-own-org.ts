'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/api-client';
import { listMyOrgs } from '@/lib/contract/people';
import { queryKey } from '@/lib/query-keys';

/** The person's own organization with this id, with its address and their role; undefined until it is known. */
export function useOwnOrg(orgId: string): { slug: string; role: 'admin' | 'member' } | undefined {
  const { data } = useQuery({
    queryKey: queryKey(listMyOrgs, {}),
    queryFn: ({ signal }) => callApi(listMyOrgs, {}, { signal }),
  });
  const org = data?.find((each) => each.orgId === orgId && !each.isPendingToOrg);
  if (org === undefined) return undefined;
  return { slug: org.slugs.find(({ isActive }) => isActive)?.slug ?? orgId, role: org.role };
}
