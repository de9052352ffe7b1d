'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import type { CommandSummary } from './use-library';

const SEARCH_DEBOUNCE_MS = 200;

const parser = parseAsString
  .withDefault('')
  .withOptions({ limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS), clearOnDefault: true });

/** The search of the library: its text stands in the URL (`q`), and filters by name a moment after typing. */
export function useCommandSearch(commands: readonly CommandSummary[]) {
  const [text, setText] = useQueryState('q', parser);
  const [settled] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const found = useMemo(() => {
    const wanted = settled.trim().toLocaleLowerCase();
    if (wanted === '') return commands;
    return commands.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  }, [commands, settled]);
  return { text, setText: (next: string) => void setText(next), settled: settled.trim(), found };
}
