import { instantOf, wallAt } from '@/lib/schedules/wall-clock';

const DAY_MS = 86_400_000;

/** Seven days in a time zone, from Monday on. */
export interface Week {
  /** Its Monday, such as 2026-11-23. */
  monday: string;
  /** When it begins and ends in the time zone. Where clocks change, it isn't 168 hours long. */
  startMs: number;
  endMs: number;
}

const dayText = (wallMs: number): string => new Date(wallMs).toISOString().slice(0, 10);

/** Wall times begin on a Thursday. */
const mondayOf = (wallDay: number): number => wallDay - ((((wallDay + 3) % 7) + 7) % 7);

/** The day in a time zone at a moment, such as 2026-11-27. */
export const dayAt = (zone: string, nowMs: number): string => dayText(wallAt(zone, nowMs));

/** The day so many days before or after another one. */
export const dayAfter = (day: string, days: number): string => dayText(Date.parse(day) + days * DAY_MS);

/** When a day begins in a time zone. */
export const startOfDay = (zone: string, day: string): number => instantOf(zone, Date.parse(day));

/** The weeks with the days from `since` to `until`, both included, the oldest first. */
export function weeksOf(zone: string, since: string, until: string): Week[] {
  const first = mondayOf(Date.parse(since) / DAY_MS);
  const last = mondayOf(Date.parse(until) / DAY_MS);
  return Array.from({ length: Math.max(0, (last - first) / 7 + 1) }, (_, index) => {
    const monday = dayText((first + index * 7) * DAY_MS);
    return {
      monday,
      startMs: startOfDay(zone, monday),
      endMs: startOfDay(zone, dayAfter(monday, 7)),
    };
  });
}
