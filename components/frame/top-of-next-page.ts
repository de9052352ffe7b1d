'use client';

import { useEffect } from 'react';

/**
 * Begins another page at its top. The router leaves the page scrolled if the top of the new content happens to be in
 * view, such as after a long result on a phone. Where the browser lacks the Navigation API, that stays so.
 */
export function useTopOfNextPage(): void {
  useEffect(() => {
    if (!('navigation' in window)) return;
    const begin = ({ navigationType, from }: NavigationCurrentEntryChangeEvent) => {
      const { href, hash } = window.location;
      if (navigationType !== 'push' || from.url === null || hash !== '') return;
      if (subjectOf(from.url) !== subjectOf(href)) requestAnimationFrame(() => window.scrollTo(0, 0));
    };
    window.navigation.addEventListener('currententrychange', begin);
    return () => window.navigation.removeEventListener('currententrychange', begin);
  }, []);
}

/** What a page is about. The rest of its address says how it is looked at, and which panels are open. */
function subjectOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  return `${pathname}?${searchParams.get('id') ?? ''}`;
}
