import { paths } from '@/lib/paths';
import type { RunSummary } from '../use-history';

/** The builder with a run's values filled in and its result open, using the builder's documented parameters. */
export function builderPathOf(
  orgSlug: string,
  { commandId, runId }: Pick<RunSummary, 'commandId' | 'runId'>,
): string {
  return `${paths.builder(orgSlug, commandId)}&injectParamsFrom=${runId}#run-${runId}`;
}
