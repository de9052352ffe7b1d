import { daysInWords } from '@/lib/figures/counted-runs';

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** A week below its bar, and in full. */
export function weekNames(monday: string): { label: string; name: string } {
  const startMs = Date.parse(monday);
  return { label: short.format(startMs), name: daysInWords(startMs, startMs + 7 * DAY_MS) };
}
