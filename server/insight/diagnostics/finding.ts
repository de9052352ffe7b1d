import type { DiagnosticResult } from '@/lib/contract/diagnostics/diagnostic-result';
import { traceOf } from './trace';

/** What a check found out, with everything that only some may see. */
export interface Finding {
  isWell: boolean;
  data: string | null;
  /** For people who may see details. */
  message: string;
  /** What was thrown; absent if nothing was. */
  error?: unknown;
}

export const found = (message: string, data: string | null = null): Finding => ({
  isWell: true,
  data,
  message,
});

export const failed = (message: string, error?: unknown): Finding => ({
  isWell: false,
  data: null,
  message,
  error,
});

/** All that a stranger learns. */
const WELL = 'This service responds.';
const NOT_WELL = "This service doesn't respond as it should. Ask the people who run Pushboard.";

const stateOf = ({ isWell }: Finding) => (isWell ? ('success' as const) : ('failure' as const));

/** Whether it works, and nothing else: for callers who may not see details. */
export const bare = (finding: Finding): DiagnosticResult => ({
  state: stateOf(finding),
  data: null,
  message: finding.isWell ? WELL : NOT_WELL,
  traceback: null,
  stack: null,
});

/** @param secrets what is left out of every text, such as the password of a connection */
export function detailed(finding: Finding, secrets: readonly string[]): DiagnosticResult {
  const trace = finding.error === undefined ? null : traceOf(finding.error, secrets);
  return {
    state: stateOf(finding),
    data: finding.data,
    message: finding.message,
    traceback: trace?.causes ?? null,
    stack: trace?.places ?? null,
  };
}
