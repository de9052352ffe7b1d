import { dayInWords } from '@/components/ui/filters/day-in-words';
import type { JobSettings } from '../job/use-job-settings';

/** Which days a job leaves out that skips days off. */
export function daysOffWords(days: JobSettings['daysOff']): string {
  const today = new Date().toISOString().slice(0, 10);
  const coming = days.filter(({ date }) => date >= today);
  const [next] = coming;
  if (next === undefined)
    return 'No day is listed yet. An admin lists them under Days off in Scheduled jobs.';
  const first = `${dayInWords(next.date)}${next.name === '' ? '' : ` (${next.name})`}`;
  return coming.length === 1 ? `Listed: ${first}.` : `${coming.length} days are listed, ${first} first.`;
}
