import {
  createParser,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsStringLiteral,
} from 'nuqs';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { dayAfter } from '@/lib/figures/weeks';
import { isTimeZone } from '@/lib/schedules/wall-clock';

/** The ranges that people choose with one press; `own` has its own days. */
export const ranges = ['7', '30', '90', 'quarter', 'own'] as const;
export type Range = (typeof ranges)[number];

const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});

const parseAsZone = createParser({
  parse: (text) => (isTimeZone(text) ? text : null),
  serialize: (zone: string) => zone,
});

const DAY_MS = 86_400_000;

/** What the page counts, as its address says it. */
export const analyticsParsers = {
  range: parseAsStringLiteral(ranges).withDefault('90'),
  since: parseAsDay.withDefault(''),
  until: parseAsDay.withDefault(''),
  /** The reader's own time zone by default. */
  zone: parseAsZone.withDefault(''),
  dropdowns: parseAsBoolean.withDefault(false),
  startup: parseAsBoolean.withDefault(false),
  /** The command whose times are shown; of all commands by default. */
  command: parseAsInteger,
  commands: parseAsPage,
  runners: parseAsPage,
};

export type AnalyticsAddress = inferParserType<typeof analyticsParsers>;

/** The first and the last day that count, in a time zone. */
export interface ShownDays {
  zone: string;
  since: string;
  until: string;
}

const firstOfQuarter = (day: string): string => {
  const month = Number(day.slice(5, 7));
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
};

/** The days of the range in an address, on a day in a time zone. */
export function daysShown(address: AnalyticsAddress, zone: string, today: string): ShownDays {
  switch (address.range) {
    case 'quarter':
      return { zone, since: firstOfQuarter(today), until: today };
    case 'own': {
      const until = address.until === '' || address.until > today ? today : address.until;
      const since = address.since === '' || address.since > until ? dayAfter(until, -89) : address.since;
      return { zone, since, until };
    }
    default:
      return { zone, since: dayAfter(today, 1 - Number(address.range)), until: today };
  }
}

/** As many days right before these. */
export function daysBefore<Days extends ShownDays>(days: Days): Days {
  const count = Math.round((Date.parse(days.until) - Date.parse(days.since)) / DAY_MS) + 1;
  return { ...days, since: dayAfter(days.since, -count), until: dayAfter(days.since, -1) };
}
