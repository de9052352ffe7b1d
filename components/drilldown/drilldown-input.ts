import type { CallInput } from '@/lib/api-client';
import type { diffCommands } from '@/lib/contract/drilldown';
import type { readMember } from '@/lib/contract/members';

export function diffInput(orgId: string, userId: string): CallInput<typeof diffCommands> {
  return { params: { orgId, userId } };
}

export function memberInput(orgId: string, userId: string): CallInput<typeof readMember> {
  return { params: { orgId, userId } };
}
