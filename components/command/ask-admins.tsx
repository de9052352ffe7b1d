'use client';

import { useQuery } from '@tanstack/react-query';
import { callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listMembers } from '@/lib/contract/people/members';

const MOST_NAMED = 3;
/** People who can be asked. */
const ADMINS = ['role:admin', 'is_deleted:false', 'is_pending_to_org:false'];

/** Whom to ask for what only admins do, by name. Renders nothing until the names are known. */
export function AskAdmins({ orgId }: { orgId: string }) {
  const input = { params: { orgId }, query: { filter: ADMINS, per_page: MOST_NAMED } };
  const { data } = useQuery({
    queryKey: [...queryKey(listMembers, input), 'count'],
    queryFn: ({ signal }) => callApiForPage(listMembers, input, { signal }),
  });
  const named = (data?.rows ?? []).map(({ name }) => name);
  const more = (data?.totalCount ?? 0) - named.length;
  if (named.length === 0) return null;
  return <>{`Ask ${named.join(', ')}${more > 0 ? ` or ${more} more` : ''}.`}</>;
}
