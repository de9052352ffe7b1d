'use client';

import dynamic from 'next/dynamic';
import { servedPart } from '@/components/ui/loading/served-part';

/** The page of a command that the person has no access to; its code isn't part of the page of a command they have. */
export const NoAccessOnDemand = servedPart(
  dynamic(() => import('./no-access')),
  () => import('./no-access'),
);
