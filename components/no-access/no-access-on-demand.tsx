'use client';

import dynamic from 'next/dynamic';
import type { NoAccessProps } from './no-access';

/** The page of a command that the person has no access to; its code isn't part of the page of a command they have. */
export const NoAccessOnDemand = dynamic<NoAccessProps>(() =>
  import('./no-access').then((part) => part.NoAccess),
);
