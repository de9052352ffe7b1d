'use client';

import { createContext } from 'react';

/** Where a panel can show something next to itself, over the page; null for all but the topmost of those that do. */
export const PanelAside = createContext<HTMLElement | null>(null);
