'use client';

import { createContext } from 'react';
import type { PanelKind } from './panel-kinds';

/** Space for a page, or something else to read, next to a panel. */
export const BESIDE = '(min-width: 80em)';

/** Where a panel can show something next to itself. */
export interface Aside {
  place: HTMLElement;
  /** Whether the place is in the page, which stays in use next to the panel. */
  isInPage: boolean;
}

/** Null for all panels but the topmost of those that show something next to themselves. */
export const PanelAside = createContext<Aside | null>(null);

/** The panels next to which a page stays in use, and where in it they can show something. */
export interface Docking {
  /** Of the first panel: those that are opened from it stay where it is. */
  kinds: readonly PanelKind[];
  place: HTMLElement | null;
}

/** Null on pages that every panel covers. */
export const PageDocking = createContext<Docking | null>(null);
