import { onDemand } from '@/components/ui/loading/on-demand';

/** The code of toasts, fetched with the first message. */
export const toastsPart = onDemand();

export type ToastKind = 'success' | 'info' | 'danger';

/** A button of a toast, or a link to where the message leads. */
export type ToastAction = { label: string; onClick: () => unknown } | { label: string; href: string };
