'use client';

import { createContext, useContext } from 'react';
import { ownValue } from './own-value';

/** What a person entered before, by input key, the newest first. */
export type RecentValues = Readonly<Record<string, readonly string[]>>;

const Recent = createContext<RecentValues>({});

export const RecentValuesProvider = Recent.Provider;

/** The browser's own list of suggestions for a text control: its id, and the element with the values. */
export function useRecentValues(controlId: string, key: string) {
  const values = ownValue(useContext(Recent), key);
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
