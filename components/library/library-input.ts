import type { CallInput } from '@/lib/api-client';
import type { listCommands } from '@/lib/contract/commands';
import type { listFolders } from '@/lib/contract/folders';
import type { listRecents } from '@/lib/contract/recents';

/** What the library asks for: the commands one has access to, by name; those that were hidden by themselves. */
export function libraryInput(orgId: string, isHidden: boolean): CallInput<typeof listCommands> {
  return {
    params: { orgId },
    query: { filter: ['is_deleted:false', `is_hidden:${isHidden}`], people: 'brief' },
  };
}

export function foldersInput(orgId: string): CallInput<typeof listFolders> {
  return { params: { orgId }, query: { sort: 'name', people: 'none' as const } };
}

export function recentsInput(orgId: string, userId: string): CallInput<typeof listRecents> {
  return { params: { orgId, userId }, query: { filter: ['is_deleted:false'], sortDesc: 'last_viewed' } };
}
