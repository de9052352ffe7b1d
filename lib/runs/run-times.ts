const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Created once: creating a formatter takes longer than formatting a whole list.
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const minutes = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const full = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
const dayOfWeek = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
/** How long ago a time was, as lists show it: `just now`, `12 min ago`, `Yesterday`, `9 days ago`. */
export function timeAgo(moment: string, nowMs: number): string {
  const then = new Date(moment);
  const agoMs = nowMs - then.getTime();
  if (agoMs < MINUTE_MS) return 'just now';
  if (agoMs < HOUR_MS) return `${Math.floor(agoMs / MINUTE_MS)} min ago`;
  if (agoMs < 12 * HOUR_MS) return `${Math.floor(agoMs / HOUR_MS)} h ago`;
  const days = calendarDaysBetween(then, new Date(nowMs));
  if (days === 0) return `Today ${minutes.format(then)}`;
  if (days === 1) return `Yesterday ${minutes.format(then)}`;
  if (days < 30) return `${days} days ago`;
  return day.format(then);
}

/**
 * A time as short as it can be told from others, as rows and sentences show it: `9:02 PM` for today, `Yesterday 9:02 PM`,
 * `Tomorrow 7:00 AM`, `Nov 20, 9:02 PM`, and with its year in another one: `Nov 20, 2025, 9:02 PM`.
 */
export function shortTime(moment: string, nowMs: number): string {
  const then = new Date(moment);
  const now = new Date(nowMs);
  const time = minutes.format(then);
  const days = calendarDaysBetween(then, now);
  if (days === 0) return time;
  if (days === 1) return `Yesterday ${time}`;
  if (days === -1) return `Tomorrow ${time}`;
  return `${then.getFullYear() === now.getFullYear() ? dayOfYear.format(then) : day.format(then)}, ${time}`;
}

/** A time in full, to the second: `Fri, Nov 20, 2026, 2:01:09 PM PST`. */
export function fullTime(moment: string): string {
  return full.format(new Date(moment));
}

/** A coming time inside a sentence: `Sat, Nov 28, 2:00 AM`, and with its year in another one. */
export function comingTime(moment: string): string {
  const then = new Date(moment);
  const isThisYear = then.getFullYear() === new Date().getFullYear();
  return `${dayOfWeek.format(then)}, ${(isThisYear ? dayOfYear : day).format(then)}, ${minutes.format(then)}`;
}

/** The same where the time zone isn't clear, such as in a terminal: `Sat, Nov 28, 2:00 AM PST`. */
export function zonedTime(moment: string): string {
  const name = zone.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName');
  return `${comingTime(moment)} ${name?.value}`;
}

/** A time for readers whose time zone isn't known: `November 27, 2026 at 3:10 PM UTC`. */
export function utcTime(moment: string): string {
  return `${utc.format(new Date(moment))} UTC`;
}

/** Days between two calendar dates, regardless of the time of day; daylight saving adds or removes an hour. */
function calendarDaysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}
