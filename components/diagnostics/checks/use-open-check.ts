'use client';

import { parseAsString, useQueryState } from 'nuqs';

/** The check that fills the page, by its key in the address; null if none does. */
export const useOpenCheck = () => useQueryState('check', parseAsString.withOptions({ history: 'push' }));
