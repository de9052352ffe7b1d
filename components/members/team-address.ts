'use client';

import { debounce, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import { parseAsPage } from '@/components/ui/table/page-parser';

export const TEAM_TABS = ['users', 'groups', 'services'] as const;

const SEARCH_DEBOUNCE_MS = 200;
const LONGEST_SEARCH = 200;

const tabParser = parseAsStringLiteral(TEAM_TABS).withDefault('users');
const searchParser = parseAsString
  .withDefault('')
  .withOptions({ limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS), clearOnDefault: true });
const pageParser = parseAsPage.withOptions({ history: 'push' });

/** The team page's state, kept in its address. */
export function useTeamAddress() {
  const [tab, setTab] = useQueryState('tab', tabParser);
  const [search, setSearch] = useQueryState('q', { ...searchParser, startTransition: useUnlessLeft() });
  const [page, setPage] = useQueryState('page', pageParser);
  return {
    tab,
    // Each tab, and each search, begins with its first page.
    setTab: (next: string | null) => {
      void setTab(TEAM_TABS.find((each) => each === next) ?? null);
      void setPage(null);
    },
    search,
    setSearch: (text: string) => {
      void setSearch(text.slice(0, LONGEST_SEARCH));
      void setPage(null);
    },
    page,
    setPage: (next: number) => void setPage(next),
  };
}
