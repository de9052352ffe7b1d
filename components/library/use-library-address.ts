'use client';

import { useLocalStorage } from '@mantine/hooks';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { type Place, placeText, readPlace } from './tree/places';

export type LibraryTab = 'my-legos' | 'recents';

const TABS: readonly LibraryTab[] = ['my-legos', 'recents'];

/** What the library shows, as it stands in the address; the tab is remembered for the next time, too. */
export function useLibraryAddress() {
  const [tabInUrl, setTabInUrl] = useQueryState('tab', parseAsStringLiteral(TABS));
  const [remembered, setRemembered] = useLocalStorage<LibraryTab>({
    key: 'pushboard-library-tab',
    defaultValue: 'my-legos',
  });
  const [placeInUrl, setPlaceInUrl] = useQueryState('folder', parseAsString.withOptions({ history: 'push' }));
  const [isHidden, setHidden] = useQueryState('hidden', parseAsBoolean.withDefault(false));
  const setTab = useCallback(
    (tab: LibraryTab) => {
      setRemembered(tab);
      void setTabInUrl(tab);
    },
    [setRemembered, setTabInUrl],
  );
  const setPlace = useCallback(
    (place: Place) => {
      setTab('my-legos');
      void setPlaceInUrl(placeText(place));
    },
    [setTab, setPlaceInUrl],
  );
  return {
    tab: tabInUrl ?? remembered,
    setTab,
    // The same as long as the address is, so that what is drawn by it need not be drawn again.
    place: useMemo(() => readPlace(placeInUrl), [placeInUrl]),
    setPlace,
    isHidden,
    setHidden: (next: boolean) => void setHidden(next || null),
  };
}
