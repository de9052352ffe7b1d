'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/api-client';
import { listMembers } from '@/lib/contract/members';
import { queryKey } from '@/lib/query-keys';

const MOST_NAMED = 3;

/** For people who can't connect sources: who can. */
export function WhoConnects({ orgId }: { orgId: string }) {
  const input = { params: { orgId } };
  const { data } = useQuery({
    queryKey: queryKey(listMembers, input),
    queryFn: ({ signal }) => callApi(listMembers, input, { signal }),
  });
  const admins = (data ?? []).filter(
    ({ role, isDeleted, isPending }) => role === 'admin' && !isDeleted && !isPending,
  );
  const named = admins.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = admins.length - named.length;
  return (
    <span>
      Admins connect sources and add commands.
      {named.length > 0 && ` Ask ${named.join(', ')}${more > 0 ? ` or ${more} more` : ''}.`}
    </span>
  );
}
