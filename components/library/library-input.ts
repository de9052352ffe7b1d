import type { CallInput } from '@/lib/api-client';
import type { listCommands } from '@/lib/contract/commands';
import type { listFolders } from '@/lib/contract/folders';
import type { listRecents } from '@/lib/contract/recents';
import type { Place } from './tree/places';

/** What the library asks for: the commands one has access to, by name; those that were hidden by themselves. */
export function libraryInput(orgId: string, isHidden: boolean): CallInput<typeof listCommands> {
  return {
    params: { orgId },
    query: { filter: ['is_deleted:false', `is_hidden:${isHidden}`], people: 'brief' },
  };
}

/** More than stand in one window. */
const FIRST_ROWS = 50;

/**
 * The first rows of a place, which come with the page of a library of thousands while the whole of it is fetched;
 * undefined for a place that has no such beginning.
 */
export function firstRowsInput(
  orgId: string,
  isHidden: boolean,
  place: Place,
): CallInput<typeof listCommands> | undefined {
  if (place.kind === 'shared') return undefined;
  const { params, query } = libraryInput(orgId, isHidden);
  const folder = place.kind === 'folder' ? place.folderId : null;
  const within = place.kind === 'all' ? [] : [`directory_id:${folder}`];
  return {
    params,
    query: { ...query, filter: [...(query?.filter ?? []), ...within], page: 0, per_page: FIRST_ROWS },
  };
}

export function foldersInput(orgId: string): CallInput<typeof listFolders> {
  return { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
}

export function recentsInput(orgId: string, userId: string): CallInput<typeof listRecents> {
  return { params: { orgId, userId }, query: { filter: ['is_deleted:false'], sortDesc: 'last_viewed' } };
}
