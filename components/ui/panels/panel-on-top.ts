'use client';

import { createContext } from 'react';

/** Whether a panel is the one that is seen: its title names the dialog. */
export const PanelOnTop = createContext(true);
