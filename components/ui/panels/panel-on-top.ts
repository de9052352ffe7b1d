'use client';

import { createContext, type RefObject } from 'react';
import type { PanelAddress } from './panel-kinds';
import type { PanelStack } from './panel-stack';

/** Whether a panel is on top: its title names the dialog. */
export const PanelOnTop = createContext(true);

/** The panel that something is part of, and those that are drawn at the moment; null outside of panels. */
export const OwnPanel = createContext<{ address: PanelAddress; shown: RefObject<PanelStack> } | null>(null);
