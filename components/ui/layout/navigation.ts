'use client';

import {
  startTransition,
  type TransitionStartFunction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

// Navigations are counted: one that starts during another replaces it.
let latestBegun = 0;
let latestShown = 0;
let follow: ((navigation: number) => void) | null = null;
const listeners = new Set<() => void>();

/** Called when a navigation starts, within its transition: by a link, the router, Back, or Forward. */
export function notifyNavigationStart(): void {
  if (follow === null) return;
  latestBegun += 1;
  follow(latestBegun);
  notifyListeners();
}

/**
 * Detects when a navigation ends: state set here is committed together with the navigation's page. Use it once per
 * page.
 */
export function useNavigationEnd(): void {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    follow = (navigation) => startTransition(() => setShown(navigation));
    return () => {
      follow = null;
    };
  }, []);
  useLayoutEffect(() => {
    latestShown = shown;
    notifyListeners();
  }, [shown]);
}

/**
 * Whether another page is loading. Until it is shown, nothing may change the address: the router treats any call of
 * `history.replaceState` or `pushState` as a new destination and abandons the pending page.
 */
export function useIsNavigating(): boolean {
  return useSyncExternalStore(subscribe, isNavigating, () => false);
}

/** For parts of an address that are written late, as nuqs's `startTransition`: drops writes after leaving the page. */
export function useUnlessLeft(): TransitionStartFunction {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const [unlessLeft] = useState(() => (change: Parameters<TransitionStartFunction>[0]) => {
    if (isHere.current && !isNavigating()) startTransition(change);
  });
  return unlessLeft;
}

function isNavigating(): boolean {
  return latestShown !== latestBegun;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
