'use client';

import { useEffect, useState } from 'react';
import { formatElapsed } from '@/lib/runs/duration';

const TICK_MS = 500;

/** Seconds that count up, for something that is going on. */
export function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatElapsed(nowMs - sinceMs)}</span>;
}
