import { describeError } from '../describe-error';
import { type ToastAction, type ToastKind, toastsPart } from './toasts-part';

const SUCCESS_MS = 6_000;
const DEFAULT_MS = 4_000;
/** Long enough to read the message, to notice the mistake, and to reach the button. */
const ACTION_MS = 10_000;

interface ToastOptions {
  /** How long it stays, in milliseconds; `false` until it is closed. */
  durationMs?: number | false;
  /** Takes back what the message reports; it reports its own outcome. */
  undo?: () => unknown;
  /** What to do about the message: a button, or a link. */
  action?: ToastAction;
}

/** @returns a function that removes it. */
async function show(
  kind: ToastKind,
  message: string,
  durationMs: number | false,
  action: ToastAction | null = null,
): Promise<() => void> {
  const [{ showToast }] = await Promise.all([import('./show-toast'), toastsPart.want()]);
  return showToast(kind, message, durationMs, action);
}

/** Short messages at the top right, about things that happen elsewhere on the page. */
export const toast = {
  success: (
    message: string,
    {
      undo,
      action = undo === undefined ? undefined : { label: 'Undo', onClick: undo },
      durationMs = action === undefined ? SUCCESS_MS : ACTION_MS,
    }: ToastOptions = {},
  ) => void show('success', message, durationMs, action),
  info: (
    message: string,
    { action, durationMs = action === undefined ? DEFAULT_MS : ACTION_MS }: ToastOptions = {},
  ) => void show('info', message, durationMs, action),
  danger: (message: string, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('danger', message, durationMs),
  /** What could not be done, with the reason that the server gives. */
  failure: (what: string, error: unknown, { durationMs = DEFAULT_MS }: ToastOptions = {}) =>
    void show('danger', `${what}. ${describeError(error).message}`, durationMs),
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
