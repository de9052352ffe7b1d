'use client';

import { useLocalStorage } from '@mantine/hooks';
import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { BY_NAME, LIBRARY_ORDERS, type LibraryOrder } from './library-order';
import { type Place, placeText, readPlace } from './tree/places';

export type LibraryTab = 'my-legos' | 'recents';

const TABS: readonly LibraryTab[] = ['my-legos', 'recents'];

/** The library's state, kept in the address; the tab is also remembered for the next visit. */
export function useLibraryAddress() {
  const [tabInUrl, setTabInUrl] = useQueryState('tab', parseAsStringLiteral(TABS));
  const [remembered, setRemembered] = useLocalStorage<LibraryTab>({
    key: 'pushboard-library-tab',
    defaultValue: 'my-legos',
  });
  const [placeInUrl, setPlaceInUrl] = useQueryState('folder', parseAsString.withOptions({ history: 'push' }));
  const [isHidden, setHidden] = useQueryState('hidden', parseAsBoolean.withDefault(false));
  const [order, setOrder] = useQueryState('sort', parseAsStringLiteral(LIBRARY_ORDERS).withDefault(BY_NAME));
  const [isTour, setTour] = useQueryState('tour', parseAsBoolean.withDefault(false));
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
    // Stable while the address is the same, so that what depends on it doesn't re-render.
    place: useMemo(() => readPlace(placeInUrl), [placeInUrl]),
    setPlace,
    isHidden,
    setHidden: (next: boolean) => {
      // Recents have none of them.
      if (next) setTab('my-legos');
      void setHidden(next || null);
    },
    order,
    setOrder: useCallback((next: LibraryOrder) => void setOrder(next), [setOrder]),
    /** Whether the tour was asked for. */
    isTour,
    endTour: useCallback(() => void setTour(null), [setTour]),
  };
}
