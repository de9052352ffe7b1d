'use client';

import { useSyncExternalStore } from 'react';
import { clockTime, fullTime, rowTime, timeAgo } from '@/lib/runs/run-times';

const TICK_MS = 30_000;

let nowMs = Date.now();

/** One clock for every moment on the page; it stands still while nothing on the screen needs it. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  nowMs = Date.now();
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface MomentProps {
  /** ISO 8601. */
  at: string;
  /** `ago` counts back from now, `clock` is the time of day, `row` what a list has room for; `full` says it all, as each tooltip does. */
  as: 'ago' | 'clock' | 'row' | 'full';
}

/** A moment in the reader's own time zone. The server does not know it, so it says nothing until hydration. */
export function Moment({ at, as }: MomentProps) {
  const now = useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => null,
  );
  if (now === null) return <time dateTime={at}>{'\u00a0'}</time>;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {textOf(at, as, now)}
    </time>
  );
}

function textOf(at: string, as: MomentProps['as'], nowMs: number): string {
  switch (as) {
    case 'ago':
      return timeAgo(at, nowMs);
    case 'clock':
      return clockTime(at);
    case 'row':
      return rowTime(at, nowMs);
    case 'full':
      return fullTime(at);
  }
}
