import { type RunOrigin, runOrigins } from '@/lib/contract/runs/trigger';
import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import { isTimeZone } from '@/lib/schedules/wall-clock';

/** How the runs that count ended. A canceled run is not a failed one. */
export const countedOutcomes = ['success', 'failed', 'canceled'] as const;
export type CountedOutcome = (typeof countedOutcomes)[number];

/** Why a run that counts can have failed. A refused one doesn't count, and a canceled one has not failed. */
export const failureReasons = ['error', 'timed_out', 'worker_lost', 'never_started'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Which runs count besides those that people and programs asked for. */
export interface ShownRuns {
  dropdowns: boolean;
  startup: boolean;
}

/** The runs that a figure counts. */
export interface CountedRuns extends Partial<ShownRuns> {
  outcome?: CountedOutcome | undefined;
  /** Requested from this moment on. */
  fromMs?: number | undefined;
  /** Requested before this moment. */
  toMs?: number | undefined;
  /** Where the days of `fromMs` and `toMs` begin. */
  zone?: string | undefined;
  /** The person who started them. */
  userId?: string | undefined;
  /** The people who started them: those who are in this group now. */
  groupId?: string | undefined;
  commandId?: number | undefined;
  /** The connection that they ran with. */
  credentialId?: number | undefined;
  /** Why they failed. */
  reason?: FailureReason | undefined;
  origin?: RunOrigin | undefined;
  /** What they failed with. */
  errorId?: number | undefined;
  /** The number of further runs, which History doesn't list for the reader. */
  unlisted?: number | undefined;
}

const ENDED = ['status~:starting', 'status~:running', 'status~:cron_error', 'status~:cron_cancellation'];
const NOT_REFUSED = 'end_reason~:refused';

const filtersOfOutcome: Readonly<Record<CountedOutcome, readonly string[]>> = {
  success: ['status:success'],
  failed: ['status:failed', 'end_reason~:cancelled', NOT_REFUSED],
  canceled: ['status:failed', 'end_reason:cancelled'],
};

/** The filters with which History lists the runs that a figure counts: server/insight/rollup/run-facts.ts. */
export function filtersOf({
  outcome,
  reason,
  fromMs,
  toMs,
  dropdowns,
  startup,
  ...of
}: CountedRuns): string[] {
  const equal = {
    origin: of.origin,
    kit_id: of.commandId,
    creds_id: of.credentialId,
    error_id: of.errorId,
    user_id: of.userId,
    group_id: of.groupId,
  };
  return [
    'is_bulk_parent:false',
    ...(dropdowns === true ? [] : ['is_dropdown:false']),
    ...(startup === true ? [] : ['is_startup:false']),
    ...(outcome === undefined ? [...ENDED, NOT_REFUSED] : filtersOfOutcome[outcome]),
    ...(reason === undefined ? [] : [`end_reason:${reason}`]),
    ...(fromMs === undefined ? [] : [`start_time:gte:${new Date(fromMs).toISOString()}`]),
    ...(toMs === undefined ? [] : [`start_time:lt:${new Date(toMs).toISOString()}`]),
    ...Object.entries(equal).flatMap(([field, value]) => (value === undefined ? [] : [`${field}:${value}`])),
  ];
}

/** Writes which runs a figure counts, for the address of a panel. */
export function countedRunsText(counted: CountedRuns): string {
  const written = Object.entries(counted).filter(([, value]) => value !== undefined && value !== false);
  return new URLSearchParams(written.map(([key, value]) => [key, String(value)])).toString();
}

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** One of some texts, or undefined. */
const oneOf = <Text extends string>(texts: readonly Text[], text: string | null): Text | undefined =>
  texts.find((each) => each === text);

/** Reads what `countedRunsText` wrote; ignores what makes no sense. */
export function readCountedRuns(text: string): CountedRuns {
  const given = new URLSearchParams(text);
  const textOf = (key: string) => given.get(key) || undefined;
  const zone = given.get('zone') ?? DEFAULT_ZONE;
  const read: CountedRuns = {
    outcome: oneOf(countedOutcomes, given.get('outcome')),
    reason: oneOf(failureReasons, given.get('reason')),
    origin: oneOf(runOrigins, given.get('origin')),
    fromMs: numberOf(given.get('fromMs')),
    toMs: numberOf(given.get('toMs')),
    commandId: numberOf(given.get('commandId')),
    credentialId: numberOf(given.get('credentialId')),
    errorId: numberOf(given.get('errorId')),
    userId: textOf('userId'),
    groupId: textOf('groupId'),
    unlisted: numberOf(given.get('unlisted')),
    zone: isTimeZone(zone) ? zone : DEFAULT_ZONE,
    dropdowns: given.get('dropdowns') === 'true',
    startup: given.get('startup') === 'true',
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

const TITLES: Readonly<Record<CountedOutcome, string>> = {
  success: 'Successful runs',
  failed: 'Failed runs',
  canceled: 'Canceled runs',
};

/** What failed for a reason, and what goes back to an origin, in words. */
export const reasonWords: Readonly<Record<FailureReason, string>> = {
  error: 'Error',
  timed_out: 'Time limit',
  worker_lost: 'Worker lost',
  never_started: 'Never started',
};
export const originWords: Readonly<Record<RunOrigin, string>> = {
  person: 'People',
  schedule: 'Schedules',
  webhook: 'Webhooks',
  bulk: 'Bulk runs',
  api: 'API',
  mcp: 'Assistants (MCP)',
  retry: 'Retries',
  dropdown: 'Dropdowns',
  startup: 'Startup',
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
