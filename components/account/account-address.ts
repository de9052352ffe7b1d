'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';

const TABS = ['tokens', 'programs', 'sessions', 'mail'] as const;

/** Which part of the account is shown, kept in the page's address. */
export function useAccountTab() {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('tokens'));
  return { tab, setTab: (next: string | null) => void setTab(TABS.find((each) => each === next) ?? null) };
}
