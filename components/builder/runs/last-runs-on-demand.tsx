'use client';

import { useEffect, useState } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { Command } from '../use-command';

const lastRuns = fetchedPart(() => import('./last-runs'));

/** After the page has loaded and the form is interactive. */
const AFTER_MS = 600;

/** The last runs of a command, looked up once its form can be used. */
export function LastRunsOnDemand(props: { command: Command; onOpen: (runId: number) => void }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReady && <Fetched part={lastRuns} props={props} />;
}
