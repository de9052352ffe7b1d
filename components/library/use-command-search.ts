'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useMemo, useState } from 'react';
import { parseSearch, type Search } from '@/lib/search/boolean-search';
import type { CommandSummary } from './use-library';

const SEARCH_DEBOUNCE_MS = 200;

/** Longer texts are pasted by mistake, and do not fit into an address. */
export const LONGEST_SEARCH = 1_000;

const parser = parseAsString
  .withDefault('')
  .withOptions({ limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS), clearOnDefault: true });

const nothing: Search = { matches: () => true, terms: [] };

/**
 * The search of the library: its text stands in the URL (`q`), and is understood a moment after typing. While
 * it is unfinished, what was found last stays.
 */
export function useCommandSearch(commands: readonly CommandSummary[]) {
  const [text, setText] = useQueryState('q', parser);
  const [settled] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const parsed = useMemo(() => parseSearch(settled), [settled]);
  const [last, setLast] = useState(nothing);
  if (parsed !== null && parsed !== last) setLast(parsed);
  const search = parsed ?? last;
  const searchable = useMemo(
    () => commands.map((command) => ({ command, texts: textsOf(command) })),
    [commands],
  );
  const found = useMemo(
    () =>
      search.terms.length === 0 && settled.trim() === ''
        ? commands
        : searchable.filter(({ texts }) => search.matches(texts)).map(({ command }) => command),
    [commands, searchable, search, settled],
  );
  return {
    text,
    setText: (next: string) => void setText(next.slice(0, LONGEST_SEARCH)),
    settled: settled.trim(),
    isUnfinished: parsed === null,
    terms: search.terms,
    found,
  };
}

/** What is searched: the command's name, its source's own name, and its folder. */
function textsOf({ name, cloudName, folderName }: CommandSummary): string[] {
  return [name, cloudName, folderName ?? ''].map((text) => text.toLowerCase());
}
