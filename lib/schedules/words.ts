import cronstrue from 'cronstrue';
import { parseCron } from './cron-expression';

/** An expression in words, such as "At 07:00 AM, Monday through Friday"; null for one that can't be read. */
export function wordsOf(expression: string): string | null {
  const parsed = parseCron(expression);
  if (!parsed.ok) return null;
  try {
    return cronstrue.toString(parsed.cron.text, { trimHoursLeadingZero: true });
  } catch {
    return parsed.cron.text;
  }
}
