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

// Navigations are counted: one that begins while another is under way takes its place.
let latestBegun = 0;
let latestShown = 0;
let follow: ((navigation: number) => void) | null = null;
const listeners = new Set<() => void>();

/** Called as each navigation begins, within its transition: by a link, the router, Back or Forward. */
export function notifyNavigationStart(): void {
  if (follow === null) return;
  latestBegun += 1;
  follow(latestBegun);
  notifyListeners();
}

/** Notices when a navigation ends: what it sets is shown together with the navigation's page. Called once a page. */
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
 * Whether another page is on its way. Until it is shown, nobody may change the address: the router takes any call of
 * `history.replaceState` or `pushState` for where one wants to be, and gives up the page that it waits for.
 */
export function useIsNavigating(): boolean {
  return useSyncExternalStore(subscribe, isNavigating, () => false);
}

/** For parts of an address that are written late, as `startTransition` of nuqs: drops what comes after one has left. */
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
