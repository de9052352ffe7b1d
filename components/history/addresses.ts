import { paths } from '@/lib/paths';
import type { RunSummary } from './use-history';

/** Longer values do not fit into an address; the builder then fetches them by the run. */
const LONGEST_PARAMS = 1_500;

/** The run's own card in the builder. */
export function runAddress(orgSlug: string, { commandId, runId }: RunSummary): string {
  return `${paths.builder(orgSlug, commandId)}#run-${runId}`;
}

/** The builder with the values that the run was started with. */
export function againAddress(orgSlug: string, { commandId, runId, params }: RunSummary): string {
  const text = typeof params === 'object' && params !== null ? JSON.stringify(params) : '';
  const values =
    text === '' || text.length > LONGEST_PARAMS
      ? `injectParamsFrom=${runId}`
      : `params=${encodeURIComponent(text)}`;
  return `${paths.builder(orgSlug, commandId)}&${values}`;
}
