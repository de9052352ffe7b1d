import { dayAfter, startOfDay } from './weeks';

/** A month in a time zone, or those of its days that are wanted. */
export interface Month {
  /** Such as 2026-11. */
  month: string;
  startMs: number;
  endMs: number;
}

const following = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** The months from `since` to `until`, both included, the oldest first. */
export function monthsOf(zone: string, since: string, until: string): Month[] {
  const months: Month[] = [];
  for (let month = since.slice(0, 7); month <= until.slice(0, 7); month = following(month)) {
    const first = `${month}-01`;
    const next = `${following(month)}-01`;
    months.push({
      month,
      startMs: startOfDay(zone, first < since ? since : first),
      endMs: startOfDay(zone, next > until ? dayAfter(until, 1) : next),
    });
  }
  return months;
}
