'use client';

import { useSyncExternalStore } from 'react';
import { comingTime, fullTime, shortTime, timeAgo } from '@/lib/runs/run-times';
import styles from './moment.module.css';

const TICK_MS = 30_000;

let nowMs = Date.now();

/** One clock for every time on the page; it stops while nothing visible needs it. */
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
  /**
   * `ago` counts back from now, `short` is the time of day with its day if that isn't today, `coming` names the day of the
   * week, `full` is as in the tooltip.
   */
  as: 'ago' | 'short' | 'coming' | 'full';
  /** Whether words stand before it: “tomorrow 7:00 AM”. */
  inSentence?: boolean;
}

/** A time in the reader's time zone. The server doesn't know the zone, so it is a placeholder until hydration. */
export function Moment({ at, as, inSentence = false }: MomentProps) {
  const now = useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => null,
  );
  if (now === null) return <time dateTime={at} className={styles.coming} />;
  return (
    <time dateTime={at} title={fullTime(at)}>
      {inSentence ? uncapitalized(textOf(at, as, now)) : textOf(at, as, now)}
    </time>
  );
}

const uncapitalized = (text: string): string =>
  text.replace(/^(?:Today|Yesterday|Tomorrow)/, (day) => day.toLowerCase());

function textOf(at: string, as: MomentProps['as'], nowMs: number): string {
  switch (as) {
    case 'ago':
      return timeAgo(at, nowMs);
    case 'short':
      return shortTime(at, nowMs);
    case 'coming':
      return comingTime(at);
    case 'full':
      return fullTime(at);
  }
}
