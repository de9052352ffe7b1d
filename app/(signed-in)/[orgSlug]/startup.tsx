'use client';

import dynamic from 'next/dynamic';

/** Fetched only where an organization has startup commands. */
export const StartupCommands = dynamic(() => import('@/components/startup/startup-commands'), { ssr: false });
