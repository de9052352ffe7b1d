import { wallAt } from './wall-clock';

interface DayOff {
  /** `2026-12-25`. */
  date: string;
  name: string;
}

/** The day off that a time falls on, by the date in the job's own time zone; null for other days. */
export function dayOffAt<Day extends DayOff>(
  daysOff: readonly Day[],
  zone: string,
  atMs: number,
): Day | null {
  if (daysOff.length === 0) return null;
  const date = new Date(wallAt(zone, atMs)).toISOString().slice(0, 10);
  return daysOff.find((day) => day.date === date) ?? null;
}

/** What stands next to a time on a day off: `Day off: Christmas`. */
export const dayOffWords = ({ name }: DayOff): string => (name === '' ? 'Day off' : `Day off: ${name}`);
