'use client';

import { createContext, type ReactNode, useContext } from 'react';

/** What panels know about the page they open on. */
export interface PanelPage {
  org: { orgId: string; slug: string; name: string; isSandbox: boolean };
  userId: string;
  /** Whether the reader is an admin of the organization. */
  isAdmin: boolean;
  /** Whether this Pushboard sends mail itself. */
  sendsMail: boolean;
  /** Whether the database is a copy that is held: nothing runs or is sent until it is released. */
  isHeld: boolean;
}

const Page = createContext<PanelPage | null>(null);

/** Provides the page's context to its panels. */
export function PanelPages({ page, children }: { page: PanelPage; children: ReactNode }) {
  return <Page value={page}>{children}</Page>;
}

/** Null on a page for visitors. */
export const usePanelPage = (): PanelPage | null => useContext(Page);
