'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { debounce, parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo, useState } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import type { parseSearch, Search } from '@/lib/commands/boolean-search';
import { withMostWords } from '@/lib/commands/some-words';
import type { CommandSummary } from '../use-library';

const SEARCH_DEBOUNCE_MS = 200;

/** Longer texts are pasted by mistake, and don't fit in an address. */
export const LONGEST_SEARCH = 1_000;

const parser = parseAsString
  .withDefault('')
  .withOptions({ limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS), clearOnDefault: true });

const nothing: Search = { matches: () => true, terms: [], required: [] };

/**
 * The library's search: its text is in the URL (`q`) and is parsed a moment after typing. While it is unfinished, the
 * previous results stay.
 */
export function useCommandSearch(commands: readonly CommandSummary[]) {
  const [text, setText] = useQueryState('q', { ...parser, startTransition: useUnlessLeft() });
  const [settled] = useDebouncedValue(text, SEARCH_DEBOUNCE_MS);
  const parse = useParser(text !== '', settled);
  const parsed = useMemo(() => (parse === null ? null : parse(settled)), [parse, settled]);
  const [last, setLast] = useState(nothing);
  if (parsed !== null && parsed !== last) setLast(parsed);
  const search = parsed ?? last;
  const searchable = useMemo(
    () => commands.map((command) => ({ command, names: namesOf(command), about: aboutOf(command) })),
    [commands],
  );
  const { found, hasOnlySome } = useMemo(() => {
    if (settled.trim() === '') return { found: commands, hasOnlySome: false };
    const all = foundIn(searchable, search);
    const some = all.length > 0 ? [] : withSome(searchable, search);
    return some.length > 0 ? { found: some, hasOnlySome: true } : { found: all, hasOnlySome: false };
  }, [commands, searchable, search, settled]);
  return {
    text,
    setText: (next: string) => void setText(next.slice(0, LONGEST_SEARCH)),
    // Without the parser, nothing has been searched for yet.
    settled: parse === null ? '' : settled.trim(),
    isUnfinished: parse !== null && parsed === null,
    terms: search.terms,
    found,
    /** Whether no command has all of the words, so that those with the most of them were found. */
    hasOnlySome,
  };
}

type Parse = typeof parseSearch;

/**
 * The search parser; its code is fetched when someone starts to type. Null until then.
 *
 * @param settled the text to search for: if the code couldn't be fetched, another one tries again
 */
function useParser(isWanted: boolean, settled: string): Parse | null {
  const [parse, setParse] = useState<Parse | null>(null);
  useEffect(() => {
    if (!isWanted || parse !== null) return;
    let isLeft = false;
    void import('@/lib/commands/boolean-search').then(
      (module) => {
        if (!isLeft) setParse(() => module.parseSearch);
      },
      (error: unknown) => {
        // The text that follows tries again.
        if (!isLeft && settled !== '') toast.failure('The search could not be loaded', error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, settled, parse]);
  return parse;
}

interface Searchable {
  command: CommandSummary;
  names: string[];
  about: string;
}

/** Those whose names match, then those that match with what they say about themselves. */
function foundIn(all: readonly Searchable[], search: Search): CommandSummary[] {
  const named: CommandSummary[] = [];
  const described: CommandSummary[] = [];
  for (const { command, names, about } of all) {
    if (search.matches(names)) named.push(command);
    else if (about !== '' && search.matches([...names, about])) described.push(command);
  }
  return [...named, ...described];
}

const withSome = (all: readonly Searchable[], { required }: Search): CommandSummary[] =>
  withMostWords(required, all, ({ names, about }) => [...names, about].join('\n')).map(
    ({ command }) => command,
  );

/** The command's name, its source's own name, and its folder. */
const namesOf = ({ name, cloudName, folderName }: CommandSummary): string[] =>
  [name, cloudName, folderName ?? ''].map((text) => text.toLowerCase());

const aboutOf = ({ description }: CommandSummary): string => (description ?? '').toLowerCase();
