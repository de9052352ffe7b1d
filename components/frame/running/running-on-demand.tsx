'use client';

import { Fetched, fetchedPart, useIsSettled } from '@/components/ui/loading/fetched-part';
import type { FrameOrg } from '../frame-props';

const runningRuns = fetchedPart(() => import('./running-runs'));

/** The runs in progress, looked up once the page has settled. */
export function RunningOnDemand(props: { org: FrameOrg; userId: string }) {
  return useIsSettled() && <Fetched part={runningRuns} props={props} />;
}
