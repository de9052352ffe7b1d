/** What clocks on the wall show in a time zone. Wall times are milliseconds, as if the zone were UTC. */

/** What is remembered of a zone is kept once, since its name may be written in capital and small letters in any mix. */
const keyOf = (zone: string): string => zone.toLowerCase();

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(keyOf(zone));
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(keyOf(zone), made);
  return made;
}

/** Whether it is a time zone of the IANA database. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

function readOffset(zone: string, instantMs: number): number {
  const part: Record<string, number> = {};
  const seconds = Math.floor(instantMs / 1000) * 1000;
  for (const { type, value } of formatOf(zone).formatToParts(seconds)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

const HOUR_MS = 3_600_000;
const MOST_KNOWN = 100_000;
/** Offsets at full hours, by zone. Reading one takes microseconds, and a schedule asks for many. */
const known = new Map<string, Map<number, number>>();

function atFullHour(zone: string, hour: number): number {
  const offsets = known.get(keyOf(zone)) ?? new Map<number, number>();
  const found = offsets.get(hour);
  if (found !== undefined) return found;
  if (offsets.size >= MOST_KNOWN) offsets.clear();
  const offset = readOffset(zone, hour * HOUR_MS);
  known.set(keyOf(zone), offsets.set(hour, offset));
  return offset;
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(zone: string, instantMs: number): number {
  const hour = Math.floor(instantMs / HOUR_MS);
  const offset = atFullHour(zone, hour);
  return atFullHour(zone, hour + 1) === offset ? offset : readOffset(zone, instantMs);
}

/** What the clocks show at a moment. */
export const wallAt = (zone: string, instantMs: number): number => instantMs + offsetAt(zone, instantMs);

const DAY_MS = 86_400_000;

/**
 * The moment at which clocks show a time. A time that they show twice is its first moment, and a time that they skip is
 * the moment at which they skip it.
 */
export function instantOf(zone: string, wallMs: number): number {
  const before = offsetAt(zone, wallMs - DAY_MS);
  const after = offsetAt(zone, wallMs + DAY_MS);
  const candidates = [wallMs - before, wallMs - after];
  const shown = candidates.filter((instant) => wallAt(zone, instant) === wallMs);
  if (shown.length > 0) return Math.min(...shown);
  return firstMomentWith(zone, after, Math.min(...candidates), Math.max(...candidates));
}

/** When the offset changes between two moments. */
function firstMomentWith(zone: string, offset: number, fromMs: number, toMs: number): number {
  let [low, high] = [fromMs, toMs];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** How far a zone is ahead of UTC at a moment, as the end of a date: `+02:00`. */
export function offsetSuffix(zone: string, instantMs: number): string {
  const minutes = Math.round(offsetAt(zone, instantMs) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The offset as people read it, such as `UTC−05:00`. */
export const offsetText = (zone: string, instantMs: number): string =>
  `UTC${offsetSuffix(zone, instantMs).replace('-', '−')}`;
