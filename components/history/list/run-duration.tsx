'use client';

import { useEffect, useState } from 'react';
import { formatDuration, formatElapsed, runDurationMs } from '@/lib/runs/duration';
import { hasEnded } from '@/lib/runs/run-status';
import type { RunSummary } from '../use-history';

const TICK_MS = 1_000;

/** How long a run took, or has been running; nothing while it waits for an approval. */
export function RunDuration({ run }: { run: RunSummary }) {
  if (run.isWaitingForApproval) return '–';
  if (!hasEnded(run.status)) return <ElapsedTime since={run.startedAt ?? run.createdAt} />;
  const durationMs = runDurationMs(run);
  return durationMs === null ? '–' : formatDuration(durationMs);
}

function ElapsedTime({ since }: { since: string }) {
  // The server's clock may differ from the reader's, so this is empty until hydration.
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{nowMs === null ? '' : formatElapsed(nowMs - Date.parse(since))}</span>;
}
