'use client';

import { createContext, useContext } from 'react';
import { ownValue } from './state/own-value';

/** What a person entered before, by input key, the newest first; `lines` fit a field of one line. */
export type RecentValues = Readonly<
  Record<string, { readonly texts: readonly string[]; readonly lines: readonly string[] }>
>;

const Recent = createContext<RecentValues>({});

export const RecentValuesProvider = Recent.Provider;

/** What was entered in one field before; undefined for nothing. */
export const useRecentTexts = (key: string) => ownValue(useContext(Recent), key);

/** The browser's own list of suggestions for a text control: its id, and the element with the values. */
export function useRecentValues(controlId: string, key: string) {
  const values = useRecentTexts(key)?.lines;
  if (values === undefined) return [undefined, null] as const;
  const listId = `${controlId}-recent`;
  return [
    listId,
    <datalist key={listId} id={listId}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>,
  ] as const;
}
