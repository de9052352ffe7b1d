import { createParser } from 'nuqs/server';

/** The page of a list: from 0 in code, from 1 in the address. An invalid page means the first. */
export const parseAsPage = createParser({
  parse: (text) => (/^\d{1,6}$/.test(text) ? Math.max(0, Number(text) - 1) : null),
  serialize: (page: number) => String(page + 1),
}).withDefault(0);
