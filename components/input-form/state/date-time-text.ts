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

const zoned = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([+-]\d{2}:\d{2})?$/;

/** The offset that the reader's clocks have at a date and time: `-07:00`. */
function ownOffset(wall: string): string {
  const minutes = -new Date(wall.replace(' ', 'T')).getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/**
 * A picked date and time by the reader's clocks, who picked it by these. One that was typed without a zone, or with
 * another zone, stays so.
 *
 * @param before the text that it was picked into
 */
export function byOwnClocks(before: string, picked: string): string {
  const [, wall = '', zone = ''] = zoned.exec(picked) ?? [];
  if (wall === '') return picked;
  const [, wallBefore = '', zoneBefore = ''] = zoned.exec(before) ?? [];
  const isOwn = before === '' || (zoneBefore !== '' && zoneBefore === ownOffset(wallBefore));
  return isOwn ? wall + ownOffset(wall) : wall + zone;
}
