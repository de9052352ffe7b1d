/** How the runs that count ended. A canceled run is not a failed one. */
export const countedOutcomes = ['success', 'failed', 'canceled'] as const;
export type CountedOutcome = (typeof countedOutcomes)[number];

/** Which runs count besides those that people and programs asked for. */
export interface ShownRuns {
  dropdowns: boolean;
  startup: boolean;
}

export interface CountedRuns extends Partial<ShownRuns> {
  outcome?: CountedOutcome;
  /** Requested from this moment on. */
  fromMs?: number;
  /** Requested before this moment. */
  toMs?: number;
}

const ENDED = ['status~:starting', 'status~:running', 'status~:cron_error', 'status~:cron_cancellation'];

const filtersOfOutcome: Readonly<Record<CountedOutcome, readonly string[]>> = {
  success: ['status:success'],
  failed: ['status:failed', 'end_reason~:cancelled', 'end_reason~:refused'],
  canceled: ['status:failed', 'end_reason:cancelled'],
};

/** The filters with which History lists the runs that a figure counts: server/insight/rollup/run-facts.ts. */
export function filtersOf({ outcome, fromMs, toMs, dropdowns, startup }: CountedRuns): string[] {
  return [
    'is_bulk_parent:false',
    ...(dropdowns === true ? [] : ['is_dropdown:false']),
    ...(startup === true ? [] : ['is_startup:false']),
    ...(outcome === undefined ? [...ENDED, 'end_reason~:refused'] : filtersOfOutcome[outcome]),
    ...(fromMs === undefined ? [] : [`start_time:gte:${new Date(fromMs).toISOString()}`]),
    ...(toMs === undefined ? [] : [`start_time:lt:${new Date(toMs).toISOString()}`]),
  ];
}
