'use client';

import dynamic from 'next/dynamic';

/** Loaded only if the organization has startup commands. */
export const StartupCommands = dynamic(() => import('@/components/frame/startup/startup-commands'), {
  ssr: false,
});
