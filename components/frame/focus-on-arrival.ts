'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/** The id of what the bar stands above. */
const MAIN = 'main';

/**
 * A page that one goes to within the app begins at its content: what one pressed is gone, and the next Tab
 * would lead through the bar again. `data-arrival` marks where a page begins; without it, that is its top.
 */
export function useFocusOnArrival(): void {
  const pathname = usePathname();
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    // Whatever took the focus for itself keeps it.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const start = document.querySelector<HTMLElement>('[data-arrival]') ?? document.getElementById(MAIN);
    start?.focus({ preventScroll: true });
  }, [pathname]);
}
