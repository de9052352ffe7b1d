'use client';

import { useEffect, useState } from 'react';
import { Fetched, fetchedPart, SETTLED_MS } from '@/components/ui/loading/fetched-part';
import type { FrameOrg } from '../frame-props';

const runningRuns = fetchedPart(() => import('./running-runs'));

/** The runs in progress, looked up once the page has settled. */
export function RunningOnDemand(props: { org: FrameOrg; userId: string }) {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled && <Fetched part={runningRuns} props={props} />;
}
