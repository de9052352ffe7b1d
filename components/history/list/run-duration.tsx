'use client';

import { useEffect, useState } from 'react';
import { formatDuration, formatElapsed, runDurationMs } from '@/lib/runs/duration';
import { hasEnded } from '@/lib/runs/run-status';
import type { RunSummary } from '../use-history';

const TICK_MS = 1_000;

/** How long a run took, or how long it has been going. */
export function RunDuration({ run }: { run: RunSummary }) {
  if (!hasEnded(run.status)) return <ElapsedTime since={run.startedAt ?? run.createdAt} />;
  const durationMs = runDurationMs(run);
  return durationMs === null ? '–' : formatDuration(durationMs);
}

function ElapsedTime({ since }: { since: string }) {
  // The server's clock is not the reader's, so nothing is said before the page lives.
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{nowMs === null ? '' : formatElapsed(nowMs - Date.parse(since))}</span>;
}
