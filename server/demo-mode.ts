import { env } from '@/server/env';

/** The ids of demo mode's people begin with this; nobody else can be signed in as by name. */
export const DEMO_ID_PREFIX = 'demo-';

export const isDemoMode = (): boolean => env().authMode === 'demo';
