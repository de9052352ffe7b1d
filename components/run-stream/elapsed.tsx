'use client';

import { useEffect, useState } from 'react';
import { formatElapsed } from '@/lib/runs/duration';

const TICK_MS = 500;

/** A counter of elapsed seconds for something in progress. */
export function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatElapsed(nowMs - sinceMs)}</span>;
}
