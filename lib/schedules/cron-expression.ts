import { CronExpressionParser } from 'cron-parser';

/** A five-field cron expression, taken apart. */
export interface CronExpression {
  /** The fields with one space between them, as they are stored. */
  text: string;
  /** The minutes of a day on which it fires, ascending. */
  minutesOfDay: readonly number[];
  /** The first matching day that is not before a day. Both are midnight in UTC, which stands for the local calendar. */
  dayFrom(dayMs: number): number;
}

export type ParsedCron = { ok: true; cron: CronExpression } | { ok: false; message: string };

const DAY_MS = 86_400_000;
const FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week'] as const;
/** Finding a day takes a hundred microseconds, and a job that fires often asks for the same one again and again. */
const MOST_KNOWN_DAYS = 1000;
/** Longer ones are lists of everything. */
const LONGEST = 200;
/** What cron itself knows. Other readers of expressions add `?`, `H`, `W`, and names such as `@daily`. */
const FIELD = /^[0-9A-Z*/,\-#]+$/;

const refused = (message: string): ParsedCron => ({ ok: false, message });

/** The value of each field that fires often enough to tell whether the others are valid. */
const ALL = ['*', '*', '*', '*', '*'];

function wrongField(fields: readonly string[]): string {
  const wrong = fields.findIndex((field, at) => {
    try {
      CronExpressionParser.parse(ALL.map((all, place) => (place === at ? field : all)).join(' '));
      return false;
    } catch {
      return true;
    }
  });
  const name = FIELDS[wrong];
  return name === undefined
    ? 'None of these months has such a day.'
    : `The ${name} can't be “${fields[wrong]}”.`;
}

/** Takes an expression apart. A message says what is wrong in words for the person who typed it. */
export function parseCron(text: string): ParsedCron {
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 5 || text.length > LONGEST) {
    return refused(
      'Enter five fields: minute, hour, day of the month, month, and day of the week, such as 0 7 * * 1-5.',
    );
  }
  const strange = fields.find((field) => !FIELD.test(field) || /(^|[^A-Z])[HW]([^A-Z]|$)/.test(field));
  if (strange !== undefined) return refused(`“${strange}” can't be read.`);
  const normal = fields.join(' ');
  try {
    const parsed = CronExpressionParser.parse(normal, { tz: 'UTC' });
    const hours = parsed.fields.hour.values.map(Number);
    const minutes = parsed.fields.minute.values.map(Number);
    const days = CronExpressionParser.parse(`0 0 ${fields.slice(2).join(' ')}`, { tz: 'UTC' });
    const known = new Map<number, number>();
    const dayFrom = (dayMs: number): number => {
      const found = known.get(dayMs);
      if (found !== undefined) return found;
      if (known.size >= MOST_KNOWN_DAYS) known.clear();
      days.reset(new Date(dayMs - 1000));
      const day = days.next().getTime();
      known.set(dayMs, day);
      return day;
    };
    dayFrom(0);
    const minutesOfDay = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
    return { ok: true, cron: { text: normal, minutesOfDay, dayFrom } };
  } catch {
    return refused(wrongField(fields));
  }
}

/** The next time on the wall, in milliseconds as if its zone were UTC, that is after another one. */
export function nextOnTheWall({ minutesOfDay, dayFrom }: CronExpression, afterMs: number): number {
  const today = Math.floor(afterMs / DAY_MS) * DAY_MS;
  const minute = Math.floor((afterMs - today) / 60_000);
  const day = dayFrom(today);
  const later = day === today ? minutesOfDay.find((each) => each > minute) : minutesOfDay[0];
  if (later !== undefined) return day + later * 60_000;
  return dayFrom(today + DAY_MS) + (minutesOfDay[0] ?? 0) * 60_000;
}
