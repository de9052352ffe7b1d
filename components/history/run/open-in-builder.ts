import type { RunSummary } from '../use-history';

/** What following that address is called. The values of a bulk run are those of its rows. */
export const openInBuilderWords = ({ isBulkParent }: Pick<RunSummary, 'isBulkParent'>): string =>
  isBulkParent ? 'Open the command' : 'Change and run again';
