import { instantOf, wallAt } from '@/lib/schedules/wall-clock';

const DAY_MS = 86_400_000;

export interface Day {
  /** Such as 2026-11-24. */
  day: string;
  /** When it begins in the time zone. */
  startMs: number;
}

/** The last days in a time zone, the oldest first; the last one is the day of `nowMs`. */
export function pastDays(zone: string, nowMs: number, count: number): Day[] {
  const todayWallMs = Math.floor(wallAt(zone, nowMs) / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const wallMs = todayWallMs - (count - 1 - index) * DAY_MS;
    return { day: new Date(wallMs).toISOString().slice(0, 10), startMs: instantOf(zone, wallMs) };
  });
}
