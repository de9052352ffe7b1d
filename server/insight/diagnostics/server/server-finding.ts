import { counted } from '@/lib/base/text/counted';
import type { ServerCheckResult, ServerFact, ServerTable } from '@/lib/contract/diagnostics/server';
import { formatElapsed } from '@/lib/runs/duration';
import { formatBytes } from '@/lib/runs/format-bytes';

/** What a check of the server found. Names of people, organizations, and hosts have no place in it. */
export interface ServerFinding {
  state: ServerCheckResult['state'];
  message: string;
  facts: ServerFact[];
  tables: ServerTable[];
}

/** One of the operator's checks. It throws if it can't be made. */
export type ServerChecker = () => Promise<ServerFinding>;

type More = Partial<Pick<ServerFinding, 'facts' | 'tables'>>;

const finding =
  (state: ServerFinding['state']) =>
  (message: string, { facts = [], tables = [] }: More = {}): ServerFinding => ({
    state,
    message,
    facts,
    tables,
  });

export const isWell = finding('success');
export const deservesALook = finding('warning');
export const isBroken = finding('failure');

export const fact = (name: string, value: string | number): ServerFact => ({ name, value: String(value) });

const DAY_SECONDS = 24 * 60 * 60;

/** A duration in words: `12 s`, `3 m 4 s`, `5 days`. A negative one, of clocks that differ, counts as 0. */
export function seconds(count: number): string {
  if (count < 2 * DAY_SECONDS) return formatElapsed(Math.max(0, count) * 1000);
  return counted(Math.floor(count / DAY_SECONDS), 'day');
}

export const bytes = (count: number | string): string => formatBytes(Number(count));

/** A count over another, as a percentage; 0 of nothing. */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
