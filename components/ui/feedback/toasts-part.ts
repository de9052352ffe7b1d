import { onDemand } from '../loading/on-demand';

/** The code of toasts, fetched with the first message. */
export const toastsPart = onDemand();

export type ToastKind = 'success' | 'info' | 'danger';
