'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listMyOrgs } from '@/lib/contract/people/people';

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
