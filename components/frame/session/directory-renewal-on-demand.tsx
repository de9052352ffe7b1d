'use client';

import dynamic from 'next/dynamic';

/** Only for people who come from a directory. */
export const DirectoryRenewalOnDemand = dynamic(() => import('./directory-renewal'), { ssr: false });
