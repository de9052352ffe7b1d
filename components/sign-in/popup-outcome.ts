'use client';

import { z } from 'zod';

const CHANNEL = 'pushboard:sign-in';
const LOOK_MS = 300;
const CLOSES_ITSELF_AFTER_MS = 2_000;

/** How a sign-in in a pop-up ended, as the page in it says. */
const outcomeShape = z.object({
  returnTo: z.string().nullable(),
  failure: z.string().nullable(),
  whoops: z.string().nullable(),
});

export type PopupOutcome = z.output<typeof outcomeShape>;

/** Tells the page that opened this pop-up how the sign-in ended, and closes it. */
export function reportOutcome(outcome: PopupOutcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(outcome);
  // The page that opened this pop-up closes it on hearing that. A message of a window that is gone may be lost.
  setTimeout(() => {
    channel.close();
    window.close();
  }, CLOSES_ITSELF_AFTER_MS);
}

/**
 * Waits until the page in a pop-up says how the sign-in ended; forever if it never does, or once the signal aborts. The
 * outcome may come after the pop-up looks closed: a provider can separate it from the page that opened it.
 */
export function outcomeOf(popup: Window, signal: AbortSignal): Promise<PopupOutcome> {
  const channel = new BroadcastChannel(CHANNEL);
  signal.addEventListener('abort', () => channel.close(), { once: true });
  return new Promise((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = outcomeShape.safeParse(data);
      if (!read.success) return;
      channel.close();
      popup.close();
      resolve(read.data);
    };
  });
}

/** Waits until a pop-up looks closed, or the signal aborts. */
export function closingOf(popup: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(look);
      resolve();
    };
    const look = setInterval(() => {
      if (popup.closed) end();
    }, LOOK_MS);
    signal.addEventListener('abort', end, { once: true });
  });
}
