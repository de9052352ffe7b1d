import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import { isTimeZone } from '@/lib/schedules/wall-clock';

/** How the runs that count ended. A canceled run is not a failed one. */
export const countedOutcomes = ['success', 'failed', 'canceled'] as const;
export type CountedOutcome = (typeof countedOutcomes)[number];

/** Which runs count besides those that people and programs asked for. */
export interface ShownRuns {
  dropdowns: boolean;
  startup: boolean;
}

/** The runs that a figure counts. */
export interface CountedRuns extends Partial<ShownRuns> {
  outcome?: CountedOutcome;
  /** Requested from this moment on. */
  fromMs?: number;
  /** Requested before this moment. */
  toMs?: number;
  /** Where the days of `fromMs` and `toMs` begin. */
  zone?: string;
  /** The person who started them. */
  userId?: string;
  /** How many more there are that History doesn't list for the reader. */
  unlisted?: number;
}

const ENDED = ['status~:starting', 'status~:running', 'status~:cron_error', 'status~:cron_cancellation'];
const NOT_REFUSED = 'end_reason~:refused';

const filtersOfOutcome: Readonly<Record<CountedOutcome, readonly string[]>> = {
  success: ['status:success'],
  failed: ['status:failed', 'end_reason~:cancelled', NOT_REFUSED],
  canceled: ['status:failed', 'end_reason:cancelled'],
};

/** The filters with which History lists the runs that a figure counts: server/insight/rollup/run-facts.ts. */
export function filtersOf({ outcome, fromMs, toMs, dropdowns, startup, userId }: CountedRuns): string[] {
  return [
    'is_bulk_parent:false',
    ...(dropdowns === true ? [] : ['is_dropdown:false']),
    ...(startup === true ? [] : ['is_startup:false']),
    ...(outcome === undefined ? [...ENDED, NOT_REFUSED] : filtersOfOutcome[outcome]),
    ...(fromMs === undefined ? [] : [`start_time:gte:${new Date(fromMs).toISOString()}`]),
    ...(toMs === undefined ? [] : [`start_time:lt:${new Date(toMs).toISOString()}`]),
    ...(userId === undefined ? [] : [`user_id:${userId}`]),
  ];
}

/** Writes which runs a figure counts, for the address of a panel. */
export function countedRunsText(counted: CountedRuns): string {
  const written = Object.entries(counted).filter(([, value]) => value !== undefined && value !== false);
  return new URLSearchParams(written.map(([key, value]) => [key, String(value)])).toString();
}

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Reads what `countedRunsText` wrote; ignores what makes no sense. */
export function readCountedRuns(text: string): CountedRuns {
  const given = new URLSearchParams(text);
  const outcome = countedOutcomes.find((each) => each === given.get('outcome'));
  const [fromMs, toMs] = [numberOf(given.get('fromMs')), numberOf(given.get('toMs'))];
  const zone = given.get('zone') ?? DEFAULT_ZONE;
  const userId = given.get('userId');
  const unlisted = numberOf(given.get('unlisted'));
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    zone: isTimeZone(zone) ? zone : DEFAULT_ZONE,
    dropdowns: given.get('dropdowns') === 'true',
    startup: given.get('startup') === 'true',
    ...(userId === null || userId === '' ? {} : { userId }),
    ...(unlisted === undefined ? {} : { unlisted }),
  };
}

const TITLES: Readonly<Record<CountedOutcome, string>> = {
  success: 'Successful runs',
  failed: 'Failed runs',
  canceled: 'Canceled runs',
};

/** Such as `Failed runs (Nov 23 – 29, 2026)`. */
export function titleOfRuns({ outcome, fromMs, toMs, zone }: CountedRuns): string {
  const title = outcome === undefined ? 'Runs' : TITLES[outcome];
  return fromMs === undefined || toMs === undefined ? title : `${title} (${daysInWords(fromMs, toMs, zone)})`;
}

/** The days from one moment to another, such as `Nov 23 – 29, 2026`. */
export function daysInWords(fromMs: number, toMs: number, zone = DEFAULT_ZONE): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone });
  return format.formatRange(fromMs, toMs - 1).replace(/\u2009/g, ' ');
}
