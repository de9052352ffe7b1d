import { onDemand } from '@/components/ui/loading/on-demand';

/** The code of dialogs, fetched with the first one. */
export const dialogsPart = onDemand();
