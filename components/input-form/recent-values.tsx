'use client';

import { createContext, useContext } from 'react';
import { ownValue } from './own-value';

/** What a person entered before, by input key, the newest first. */
export type RecentValues = Readonly<Record<string, readonly string[]>>;

const Recent = createContext<RecentValues>({});

export const RecentValuesProvider = Recent.Provider;

const none: readonly string[] = [];

/** What was entered in one field before. */
export const useRecentTexts = (key: string): readonly string[] => ownValue(useContext(Recent), key) ?? none;

const LONGEST_LINE = 200;
const isLine = (text: string): boolean => text.length <= LONGEST_LINE && !/[\r\n]/.test(text);

/** The browser's own list of suggestions for a text control: its id, and the element with the values. */
export function useRecentValues(controlId: string, key: string) {
  const values = useRecentTexts(key).filter(isLine);
  if (values.length === 0) return [undefined, null] as const;
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
