'use client';

import { createContext } from 'react';

/** The id that a panel's title carries, so that the dialog around it can be named by it. */
export const PanelTitleId = createContext('');
