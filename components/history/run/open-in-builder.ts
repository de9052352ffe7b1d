import { paths } from '@/lib/base/paths';
import type { RunSummary } from '../use-history';

/** The builder with a run's values filled in and its result open, using the builder's documented parameters. */
export function builderPathOf(
  orgSlug: string,
  { commandId, runId }: Pick<RunSummary, 'commandId' | 'runId'>,
): string {
  return `${paths.builder(orgSlug, commandId)}&injectParamsFrom=${runId}#run-${runId}`;
}

/** What following that address is called. The values of a bulk run are those of its rows. */
export const openInBuilderWords = ({ isBulkParent }: Pick<RunSummary, 'isBulkParent'>): string =>
  isBulkParent ? 'Open in the builder' : 'Open with these values';
