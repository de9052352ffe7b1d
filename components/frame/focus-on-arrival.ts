'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** The id of the page's content. */
const MAIN = 'main';

/**
 * Moves the focus to the content when navigating within the app: the pressed link is gone, and the next Tab would go
 * through the bar again. `data-arrival` marks the start of a page's content; by default that is its top.
 */
export function useFocusOnArrival(): void {
  const pathname = usePathname();
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    // An element that has already taken the focus keeps it.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const start = document.querySelector<HTMLElement>('[data-arrival]') ?? document.getElementById(MAIN);
    start?.focus({ preventScroll: true });
  }, [pathname]);
}
