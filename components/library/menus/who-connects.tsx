'use client';

import { useQuery } from '@tanstack/react-query';
import { callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listMembers } from '@/lib/contract/people/members';

const MOST_NAMED = 3;
/** People who can be asked. */
const ADMINS = ['role:admin', 'is_deleted:false', 'is_pending_to_org:false'];

/** For people who can't connect sources: who can. */
export function WhoConnects({ orgId }: { orgId: string }) {
  const input = { params: { orgId }, query: { filter: ADMINS, per_page: MOST_NAMED } };
  const { data } = useQuery({
    queryKey: [...queryKey(listMembers, input), 'count'],
    queryFn: ({ signal }) => callApiForPage(listMembers, input, { signal }),
  });
  const named = (data?.rows ?? []).map(({ name }) => name);
  const more = (data?.totalCount ?? 0) - named.length;
  return (
    <span>
      Admins connect sources and add commands.
      {named.length > 0 && ` Ask ${named.join(', ')}${more > 0 ? ` or ${more} more` : ''}.`}
    </span>
  );
}
