const zoned =
  /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})(\.\d+)?([+-])(\d{2})(?::(\d{2}))?(?::(\d{2}))?$/;

/** `2026-11-20 14:02:11.123` with a `T`. Infinity, and years without exactly four digits, stay as the server's text. */
export function readTimestamp(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text) ? text.replace(' ', 'T') : text;
}

/** A time with an offset as the same time in UTC with `Z`, to the microsecond. */
export function readZoned(text: string): string {
  const match = zoned.exec(text);
  if (match === null) return text;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const sign = match[8] === '-' ? -1 : 1;
  const offsetSeconds =
    sign * (Number(match[9]) * 3600 + Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0));
  const moment = new Date(0);
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  moment.setUTCHours(Number(hour), Number(minute), Number(second) - offsetSeconds);
  const iso = moment.toISOString();
  // With more than four digits after the shift to UTC, the server's text says more.
  return /^\d{4}-/.test(iso) && iso.slice(0, 4) !== '0000' ? `${iso.slice(0, 19)}${fraction}Z` : text;
}

/**
 * A time of day with its offset in ISO 8601: `14:02:11+02:00`, and `Z` for no offset. The offset stays, as on the server,
 * which distinguishes 12:02 in UTC from 14:02 two hours east of it.
 */
export function readOffsetTime(text: string): string {
  const match = /^(\d{2}:\d{2}:\d{2}(?:\.\d+)?)([+-]\d{2})(:\d{2}(?::\d{2})?)?$/.exec(text);
  if (match === null) return text;
  const [, time, hours, minutes = ':00'] = match;
  return hours === '+00' && minutes === ':00' ? `${time}Z` : `${time}${hours}${minutes}`;
}
