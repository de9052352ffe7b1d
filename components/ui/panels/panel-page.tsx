'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What panels know of the page that they open on. */
export interface PanelPage {
  org: { orgId: string; slug: string; name: string; isSandbox: boolean };
  userId: string;
  /** Whether the reader is an admin of the organization. */
  isAdmin: boolean;
  /** Whether this Pushboard sends mail by itself. */
  sendsMail: boolean;
}

const Page = createContext<PanelPage | null>(null);

/** Tells the panels of all pages below where they are. */
export function PanelPages({ page, children }: { page: PanelPage; children: ReactNode }) {
  return <Page value={page}>{children}</Page>;
}

/** Null on a page for visitors. */
export const usePanelPage = (): PanelPage | null => useContext(Page);
