'use client';

import { z } from 'zod';

const CHANNEL = 'pushboard:sign-in';
const LOOK_MS = 300;
/** The message may arrive just after the window is gone. */
const GRACE_MS = 1_000;
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

/** Waits until the sign-in in a pop-up ends; null if the person closes it. */
export function outcomeOf(popup: Window, signal: AbortSignal): Promise<PopupOutcome | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    let grace: ReturnType<typeof setTimeout> | undefined;
    const look = setInterval(() => {
      if (!popup.closed || grace !== undefined) return;
      grace = setTimeout(() => end(null), GRACE_MS);
    }, LOOK_MS);
    function end(outcome: PopupOutcome | null): void {
      clearInterval(look);
      clearTimeout(grace);
      channel.close();
      resolve(outcome);
    }
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = outcomeShape.safeParse(data);
      if (!read.success) return;
      popup.close();
      end(read.data);
    };
    signal.addEventListener('abort', () => end(null), { once: true });
  });
}
