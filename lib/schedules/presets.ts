/** How often a schedule fires, as people choose it. */
export const FREQUENCIES = [
  'quarter-hour',
  'hourly',
  'daily',
  'weekdays',
  'weekly',
  'monthly',
  'month-end',
  'custom',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const frequencyWords: Readonly<Record<Frequency, string>> = {
  'quarter-hour': 'Every 15 minutes',
  hourly: 'Every hour',
  daily: 'Every day',
  weekdays: 'Weekdays',
  weekly: 'Every week',
  monthly: 'Every month',
  'month-end': 'Last day of the month',
  custom: 'Custom',
};

/** What people choose of a simple schedule. */
export interface Preset {
  frequency: Frequency;
  /** `HH:MM`; of an hourly one only the minute counts. */
  time: string;
  /** 0 to 6 from Sunday, of a weekly one. */
  weekday: number;
  /** Of a monthly one. */
  day: number;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The choice behind an expression; `custom` for any other expression. */
export function presetOf(expression: string): Preset {
  const fields = expression.trim().split(/\s+/);
  const [minuteText = '', hourText = '', day = '', month = '', weekday = ''] = fields;
  const [minute, hour] = [Number(minuteText), Number(hourText)];
  const isMinute = /^\d{1,2}$/.test(minuteText) && minute < 60;
  const isTime = isMinute && /^\d{1,2}$/.test(hourText) && hour < 24;
  const plain = { time: isTime ? `${pad(hour)}:${pad(minute)}` : '07:00', weekday: 1, day: 1 };
  if (fields.length !== 5 || month !== '*') return { ...plain, frequency: 'custom' };
  if (expression.trim() === '*/15 * * * *') return { ...plain, frequency: 'quarter-hour' };
  if (isMinute && `${hourText} ${day} ${weekday}` === '* * *') {
    return { ...plain, time: `00:${pad(minute)}`, frequency: 'hourly' };
  }
  if (!isTime) return { ...plain, frequency: 'custom' };
  if (weekday === '*') {
    if (day === '*') return { ...plain, frequency: 'daily' };
    if (day === 'L') return { ...plain, frequency: 'month-end' };
    if (/^\d{1,2}$/.test(day)) return { ...plain, frequency: 'monthly', day: Number(day) };
  }
  if (day === '*' && weekday === '1-5') return { ...plain, frequency: 'weekdays' };
  if (day === '*' && /^[0-6]$/.test(weekday)) {
    return { ...plain, frequency: 'weekly', weekday: Number(weekday) };
  }
  return { ...plain, frequency: 'custom' };
}

/** The expression of a choice; null for a custom one. */
export function expressionOf({ frequency, time, weekday, day }: Preset): string | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  switch (frequency) {
    case 'quarter-hour':
      return '*/15 * * * *';
    case 'hourly':
      return `${minute} * * * *`;
    case 'daily':
      return `${minute} ${hour} * * *`;
    case 'weekdays':
      return `${minute} ${hour} * * 1-5`;
    case 'weekly':
      return `${minute} ${hour} * * ${weekday}`;
    case 'monthly':
      return `${minute} ${hour} ${day} * *`;
    case 'month-end':
      return `${minute} ${hour} L * *`;
    case 'custom':
      return null;
  }
}
