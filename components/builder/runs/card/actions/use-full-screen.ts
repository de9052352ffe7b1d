'use client';

import { parseAsInteger, useQueryState } from 'nuqs';

/** The run whose result fills the screen; it is in the address, so that back returns to the builder. */
export function useFullScreen() {
  return useQueryState('output', parseAsInteger.withOptions({ history: 'push' }));
}
