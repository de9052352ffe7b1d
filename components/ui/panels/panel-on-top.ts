'use client';

import { createContext } from 'react';

/** Whether a panel is on top: its title names the dialog. */
export const PanelOnTop = createContext(true);
