const startsWithDay = /^\d{4}-\d{2}-\d{2}/;
const dayAndTime = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?)?/;

/** A date and time with another day: `2026-06-01T09:00:00+02:00` keeps its time and zone. */
export const withDay = (text: string, day: string): string =>
  startsWithDay.test(text) ? text.replace(startsWithDay, day) : `${day}T00:00:00`;

/** The hours and minutes of a date and time: `09:00`; empty without one. */
export const timeIn = (text: string): string => dayAndTime.exec(text)?.[2] ?? '';

/** A date and time with another time (`09:00`), which keeps its day and zone; without a day, it is today's. */
export function withTime(text: string, time: string, today: string): string {
  const found = dayAndTime.exec(text);
  if (found === null) return `${today}T${time}:00`;
  return `${found[1]}T${time}:00${text.slice(found[0].length)}`;
}
