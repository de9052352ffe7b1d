'use client';

import { useEffect, useState } from 'react';
import { Fetched, fetchedPart, SETTLED_MS } from '@/components/ui/loading/fetched-part';
import { leftMs } from './last-active';
import { useSignedOutElsewhere } from './sign-out';

const inactivity = fetchedPart(() => import('./inactivity'));

interface SessionWatchProps {
  /** The time since sign-in. */
  sessionAgeMs: number;
}

/** On every page of a signed-in person: leaves it when they log out in another tab or have been inactive too long. */
export function SessionWatch({ sessionAgeMs }: SessionWatchProps) {
  useSignedOutElsewhere();
  // By this browser's clock, whatever the server's says.
  const [signedInAtMs] = useState(() => Date.now() - sessionAgeMs);
  const [isWatched, setWatched] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWatched(true), leftMs(signedInAtMs) > 0 ? SETTLED_MS : 0);
    return () => clearTimeout(timer);
  }, [signedInAtMs]);
  return isWatched && <Fetched part={inactivity} props={{ signedInAtMs }} />;
}
