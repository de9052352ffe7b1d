import { useMemo } from 'react';
import { useDropdowns } from '../dropdowns/use-dropdowns';
import { useOwnFolders } from '../panel/use-configure';
import type { KnownNames } from './difference-words';

const none: ReadonlyMap<number, string> = new Map();

/** The names of an organization's folders and dropdowns, once they are loaded. */
export function useKnownNames(orgId: string): KnownNames {
  const folders = useOwnFolders(orgId).data ?? none;
  const { data: dropdowns } = useDropdowns(orgId);
  return useMemo(
    () => ({ folders, dropdowns: new Map(dropdowns?.map(({ dropdownId, name }) => [dropdownId, name])) }),
    [folders, dropdowns],
  );
}
