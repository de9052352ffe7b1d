'use client';

import { createContext } from 'react';

/** Where the panel on top can show something next to itself, over the page; null for the panels below it. */
export const PanelAside = createContext<HTMLElement | null>(null);
