import { env } from '@/server/base/env';

/** The ids of demo people begin with this. Signing in by name works only for them. */
export const DEMO_ID_PREFIX = 'demo-';

export const isDemoMode = (): boolean => env().authMode === 'demo';
