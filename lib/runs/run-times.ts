const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment was, as the lists say it: `just now`, `12 min ago`, `Yesterday`, `9 days ago`. */
export function timeAgo(moment: string, nowMs: number): string {
  const then = new Date(moment);
  const agoMs = nowMs - then.getTime();
  if (agoMs < MINUTE_MS) return 'just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < 12 * HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  const days = calendarDaysBetween(then, new Date(nowMs));
  if (days === 0) return `Today ${clockMinutes(then)}`;
  if (days === 1) return `Yesterday ${clockMinutes(then)}`;
  if (days < 30) return `${days} days ago`;
  return then.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
}

/** The wall clock's time of a moment: `14:02:11`. */
export function clockTime(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB');
}

/** A moment in full: weekday, month/day/year, hour:minute, am/pm and zone. */
export function fullTime(moment: string): string {
  return new Date(moment).toLocaleString('en-US', {
    weekday: 'short',
    month: 'numeric',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

function clockMinutes(moment: Date): string {
  return moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Days between two dates of the calendar, whatever the clock said; daylight saving adds or takes an hour. */
function calendarDaysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}
