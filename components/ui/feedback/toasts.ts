import { type ToastKind, toastsPart } from './toasts-part';

const SUCCESS_MS = 6_000;
const DEFAULT_MS = 4_000;
/** Long enough to read the message, and to notice the mistake. */
const UNDO_MS = 10_000;

interface ToastOptions {
  /** How long it stays, in milliseconds; `false` until it is closed. */
  durationMs?: number | false;
  /** Takes back what the message reports; it reports its own outcome. */
  undo?: () => unknown;
}

/** @returns a function that removes it. */
async function show(
  kind: ToastKind,
  message: string,
  durationMs: number | false,
  undo?: () => unknown,
): Promise<() => void> {
  const [{ showToast }] = await Promise.all([import('./show-toast'), toastsPart.want()]);
  return showToast(kind, message, durationMs, undo);
}

/** Short messages at the bottom right, about things that happen elsewhere on the page. */
export const toast = {
  success: (
    message: string,
    { undo, durationMs = undo === undefined ? SUCCESS_MS : UNDO_MS }: ToastOptions = {},
  ) => void show('success', message, durationMs, undo),
  info: (message: string, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('info', message, durationMs),
  danger: (message: string, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('danger', message, durationMs),
  /** Shows a progress message until the action is done; the caller reports the outcome. */
  during: async <T>(message: string, work: Promise<T>): Promise<T> => {
    const shown = show('info', message, DEFAULT_MS);
    try {
      return await work;
    } finally {
      void shown.then((hide) => hide());
    }
  },
};
