import type { JsonValue } from '@/lib/base/json';
import type { Input, InputType, InputValues } from '@/lib/inputs/input';
import { hasZone } from '@/lib/inputs/iso-time';
import { instantOf, offsetSuffix, wallAt } from './wall-clock';

/** When and where a schedule fires. */
export interface FiringMoment {
  /** The time it fires for, not when a worker was free. */
  slotMs: number;
  zone: string;
}

const isTime = ({ component }: InputType): boolean =>
  component === 'b-datepicker' || component === 'b-datetimepicker';

/** Whether an input can hold a relative date. */
export const takesRelative = ({ type }: Pick<Input, 'type'>): boolean => isTime(type);

/** Whether it is a date that is told by the time of a firing, such as `{"relative": "today - 14 days"}`. */
export const isRelative = (value: JsonValue | undefined): value is { relative: string } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === 1 &&
  typeof value.relative === 'string';

const DAY_MS = 86_400_000;
const UNITS = { minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS } as const;

const PATTERN =
  /^(now|today|yesterday|tomorrow|(start|end) of (?:(this|last|next) )?(week|month|quarter|year))(?: ?([+-]) ?(\d{1,5}) (minute|hour|day|week|month|year)s?)?$/;

export const RELATIVE_HINT =
  'Write it like today - 14 days, yesterday, start of last month, or now - 2 hours.';

/** Offered in the picker. */
export const RELATIVE_EXAMPLES = [
  'today',
  'yesterday',
  'tomorrow',
  'today - 7 days',
  'today - 30 days',
  'start of week',
  'start of last week',
  'end of last week',
  'start of month',
  'start of last month',
  'end of last month',
  'start of year',
  'now',
  'now - 1 hour',
] as const;

const startOfDay = (wallMs: number): number => Math.floor(wallMs / DAY_MS) * DAY_MS;

/** The same time some months later; in a shorter month, its last day. */
function plusMonths(wallMs: number, months: number): number {
  const date = new Date(wallMs);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY_MS + (wallMs - startOfDay(wallMs));
}

type Period = 'week' | 'month' | 'quarter' | 'year';

function startOf(period: Period, wallMs: number, periods: number): number {
  const day = startOfDay(wallMs);
  const date = new Date(day);
  // Weeks begin on Mondays.
  if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS + periods * 7 * DAY_MS;
  const months = { month: 1, quarter: 3, year: 12 }[period];
  const first = Math.floor(date.getUTCMonth() / months) * months;
  return Date.UTC(date.getUTCFullYear(), first + periods * months, 1);
}

const PERIODS = { last: -1, this: 0, next: 1 } as const;

/** Midnight of the anchor, or with `now` the minute itself. `isEnd` means the last moment before. */
function anchorOf(match: RegExpExecArray, wallMs: number): { wallMs: number; isEnd: boolean } {
  const [, anchor, edge, which, period] = match;
  const today = startOfDay(wallMs);
  if (period !== undefined) {
    const periods = PERIODS[(which ?? 'this') as keyof typeof PERIODS];
    const isEnd = edge === 'end';
    return { wallMs: startOf(period as Period, wallMs, periods + (isEnd ? 1 : 0)), isEnd };
  }
  const days = { yesterday: -1, tomorrow: 1 }[anchor as 'yesterday'] ?? 0;
  return { wallMs: anchor === 'now' ? wallMs : today + days * DAY_MS, isEnd: false };
}

/** The time on the wall that a text means at a firing; null for a text that can't be read. */
function resolve(text: string, { slotMs, zone }: FiringMoment, isDate: boolean): number | null {
  const match = PATTERN.exec(text.trim().toLowerCase().replace(/\s+/g, ' '));
  if (match === null) return null;
  const anchor = anchorOf(match, wallAt(zone, slotMs));
  const base = anchor.isEnd ? anchor.wallMs - (isDate ? DAY_MS : 1000) : anchor.wallMs;
  const [, , , , , sign, size, unit] = match;
  if (unit === undefined) return base;
  const amount = Number(size) * (sign === '-' ? -1 : 1);
  if (unit === 'month') return plusMonths(base, amount);
  if (unit === 'year') return plusMonths(base, amount * 12);
  return base + amount * UNITS[unit as keyof typeof UNITS];
}

export const isRelativeText = (text: string): boolean =>
  resolve(text, { slotMs: 0, zone: 'Etc/UTC' }, true) !== null;

/** The date or time that an input of a type gets at a firing; null for a text that can't be read. */
export function dateAt(text: string, type: InputType, moment: FiringMoment): string | null {
  const isDate = type.component === 'b-datepicker';
  const wallMs = resolve(text, moment, isDate);
  if (wallMs === null) return null;
  const iso = new Date(wallMs).toISOString();
  if (isDate) return iso.slice(0, 10);
  const plain = iso.slice(0, 19);
  return hasZone(type) ? plain + offsetSuffix(moment.zone, instantOf(moment.zone, wallMs)) : plain;
}

/** The values of a firing: each relative date becomes the date it means. What can't be read stays, and is refused. */
export function valuesAt(inputs: readonly Input[], values: InputValues, moment: FiringMoment): InputValues {
  const types = new Map(inputs.map(({ key, type }) => [key, type]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, JsonValue] => {
      const type = types.get(key);
      if (type === undefined || !isTime(type) || !isRelative(value)) return [key, value];
      return [key, dateAt(value.relative, type, moment) ?? value];
    }),
  );
}
