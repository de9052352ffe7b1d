'use client';

import type { QueryClient } from '@tanstack/react-query';
import { choose } from '@/components/ui/feedback/dialogs/dialogs';
import { callApi } from '@/lib/client/api-client';
import { readMe } from '@/lib/contract/people/people';
import { ACTIVITY_DEBOUNCE_MS, IDLE_PROMPT_MS } from '@/lib/sign-in/inactivity';
import { LAST_ACTIVE_KEY, leftMs, noteActivity } from './last-active';
import { leaveAsAsked, leaveAsInactive } from './sign-out';

const ACTIVITIES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'visibilitychange'];

/**
 * Logs out people after two days of inactivity: immediately when a page loads, and on an open page if nobody answers
 * whether they are still there. Activity in one tab counts in all. Returns a function that stops watching.
 * @param signedInAtMs activity before this belongs to another session
 */
export function watchInactivity(signedInAtMs: number, queryClient: QueryClient): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | null = null;

  function check(): void {
    clearTimeout(timer);
    if (asking !== null || stopped.signal.aborted) return;
    const left = leftMs(signedInAtMs);
    if (left > 0) timer = setTimeout(check, left);
    else void ask();
  }

  async function ask(): Promise<void> {
    asking = new AbortController();
    const answer = await askWhetherStillThere(asking.signal);
    if (stopped.signal.aborted) return;
    if (answer === 'away') return leaveAsInactive(queryClient);
    if (answer === 'leave' && (await leaveAsAsked(queryClient))) return;
    asking = null;
    beActiveNow();
  }

  function beActiveNow(): void {
    noteActivity();
    check();
  }

  function notice(): void {
    // A person who comes back too late is asked, or has been logged out.
    clearTimeout(pause);
    if (leftMs(signedInAtMs) <= 0) check();
    else pause = setTimeout(beActiveNow, ACTIVITY_DEBOUNCE_MS);
  }

  function follow({ key }: StorageEvent): void {
    // The person is active in another tab.
    if (key === LAST_ACTIVE_KEY && leftMs(signedInAtMs) > 0) asking?.abort();
  }

  const { signal } = stopped;
  for (const activity of ACTIVITIES)
    document.addEventListener(activity, notice, { signal, passive: true, capture: true });
  window.addEventListener('storage', follow, { signal });
  if (leftMs(signedInAtMs) > 0) beActiveNow();
  else void leaveAsInactive(queryClient);
  return () => {
    stopped.abort();
    asking?.abort();
    clearTimeout(timer);
    clearTimeout(pause);
  };
}

/** @param otherTab reports that the person is active in another tab */
async function askWhetherStillThere(otherTab: AbortSignal): Promise<'stay' | 'leave' | 'away'> {
  // If the server can't be reached, this is unknown; the person may still answer.
  const isOver = await callApi(readMe, {}).then(
    (person) => person === null,
    () => false,
  );
  if (isOver) return 'away';
  const answer = await choose<'stay' | 'leave' | 'away'>({
    title: 'Are you still there?',
    body: "You're about to be logged out due to inactivity",
    choices: [
      { label: 'Log out', value: 'leave' },
      { label: 'Stay logged in', value: 'stay' },
    ],
    timeoutMs: IDLE_PROMPT_MS,
    atTimeout: 'away',
    signal: otherTab,
  });
  // Closing the dialog is an answer.
  return answer ?? 'stay';
}
