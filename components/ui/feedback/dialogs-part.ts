import { onDemand } from '../loading/on-demand';

/** The code of dialogs: fetched with the first question. */
export const dialogsPart = onDemand();
