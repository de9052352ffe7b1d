import type { CallInput } from '@/lib/client/api-client';
import { libraryInput } from '@/lib/client/library-input';
import type { listCommands } from '@/lib/contract/library/commands';
import type { listFolders } from '@/lib/contract/library/folders';
import type { listRecents } from '@/lib/contract/library/recents';
import { type LibraryOrder, orderQuery } from './library-order';
import type { Place } from './tree/places';

/** More than fit in a window. */
const FIRST_ROWS = 50;

/** The commands of the library in an order. By name, it is the list that other parts of the page share. */
export function orderedInput(
  orgId: string,
  isHidden: boolean,
  order: LibraryOrder,
): CallInput<typeof listCommands> {
  const { params, query } = libraryInput(orgId, isHidden);
  return { params, query: { ...query, ...orderQuery[order] } };
}

/**
 * The first rows of a view, included in the page of a library of thousands while the whole list loads; undefined for a
 * view without them.
 */
export function firstRowsInput(
  orgId: string,
  isHidden: boolean,
  place: Place,
  order: LibraryOrder,
): CallInput<typeof listCommands> | undefined {
  if (place.kind === 'shared') return undefined;
  const { params, query } = orderedInput(orgId, isHidden, order);
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
