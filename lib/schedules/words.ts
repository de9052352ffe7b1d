import cronstrue from 'cronstrue';
import { parseCron } from './cron-expression';
import { plainWords } from './plain-words';

/** An expression in words, such as "Weekdays at 7:00 AM"; null for one that can't be read. */
export function wordsOf(expression: string): string | null {
  const parsed = parseCron(expression);
  if (!parsed.ok) return null;
  const { text } = parsed.cron;
  const plain = plainWords(text);
  if (plain !== null) return plain;
  try {
    return eitherDay(text) ?? worded(text);
  } catch {
    return text;
  }
}

const worded = (text: string): string =>
  cronstrue.toString(text, { trimHoursLeadingZero: true, use24HourTimeFormat: false });

/**
 * Words for an expression that names days of the month and of the week: cron fires on either of them. The library puts a
 * comma between them, which reads as if a day had to be both. Null where only one of them is named.
 */
function eitherDay(text: string): string | null {
  const [minute, hour, day, month, weekday] = text.split(' ');
  if (day === '*' || weekday === '*') return null;
  const time = worded(`${minute} ${hour} * * *`);
  const after = (fields: string): string => worded(`${minute} ${hour} ${fields}`).slice(time.length);
  const [onDay, onWeekday, inMonth] = [`${day} * *`, `* * ${weekday}`, `* ${month} *`].map(after);
  const days = `${onDay} or ${onWeekday?.replace(/^, (only )?/, '')}`;
  return `${time}${days}${inMonth}`;
}
