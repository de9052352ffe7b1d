import { isTimeZone } from './wall-clock';

/** The zones that most people here look for; they come first. */
export const COMMON_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'Etc/UTC',
] as const;

/** The zone of a schedule that doesn't say where it is. */
export const DEFAULT_ZONE = 'Etc/UTC';

/** Short names that people type. Several zones share some of them; the one with the most people has it. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  UTC: 'Etc/UTC',
  GMT: 'Etc/UTC',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  BST: 'Europe/London',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
};

/** The zone that a name means, which may be a short one; null for a name that nobody knows. */
export function zoneOf(name: string): string | null {
  const text = name.trim();
  const short = SHORT_NAMES[text.toUpperCase()];
  if (short !== undefined) return short;
  return isTimeZone(text) ? text : null;
}

/** The name that this platform prefers for a zone; some prefer old ones, such as Asia/Calcutta. */
const preferredName = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;

/** Whether two names mean one zone, such as `UTC` and `Etc/UTC`. */
export const isSameZone = (one: string, other: string): boolean =>
  preferredName(zoneOf(one) ?? one) === preferredName(zoneOf(other) ?? other);

/** All zones besides the common ones, by name, each once. Those with a short name have the name that goes with it. */
export function extendedZones(): string[] {
  const named = [...new Set(Object.values(SHORT_NAMES))];
  const preferred = new Set(named.map(preferredName));
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !preferred.has(zone));
  return [...new Set([...named, ...others])]
    .filter((zone) => !COMMON_ZONES.some((common) => common === zone))
    .sort();
}

/** The short names of a zone, by which one also finds it. */
export const shortNamesOf = (zone: string): string[] =>
  Object.entries(SHORT_NAMES).flatMap(([short, name]) => (name === zone ? [short] : []));

/** A zone as people read it: the city, without underscores. */
export const zoneLabel = (zone: string): string =>
  zone === 'Etc/UTC' ? 'UTC' : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
