import type { CallInput } from '@/lib/client/api-client';
import type { diffCommands } from '@/lib/contract/library/drilldown';
import type { readMember } from '@/lib/contract/people/members';

export function diffInput(orgId: string, userId: string): CallInput<typeof diffCommands> {
  return { params: { orgId, userId } };
}

export function memberInput(orgId: string, userId: string): CallInput<typeof readMember> {
  return { params: { orgId, userId } };
}
