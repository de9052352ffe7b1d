'use client';

import { useEffect, useState } from 'react';

const anchor = /^#run-(\d{1,15})$/;

/** The run that the address points to. */
export interface RunAnchor {
  runId: number;
  /** When it was opened; a run started later takes precedence. */
  sinceMs: number;
  /** Whether the person comes to read it, and not to change its values and run again. */
  isRead: boolean;
}

/**
 * The run that the address points to (`#run-12`); its card is opened. Null without one, and on the server, which never
 * sees the anchor.
 * @param mayOpen false for people who may only look at a command: they have no runs of it
 */
export function useRunAnchor(open: (runId: number) => void, mayOpen: boolean): RunAnchor | null {
  const [anchored, setAnchored] = useState<RunAnchor | null>(null);
  useEffect(() => {
    if (!mayOpen) return;
    const follow = () => {
      const found = anchor.exec(window.location.hash)?.[1];
      if (found === undefined) return;
      const isRead = !new URLSearchParams(window.location.search).has('injectParamsFrom');
      setAnchored({ runId: Number(found), sinceMs: Date.now(), isRead });
      open(Number(found));
    };
    follow();
    followers.add(follow);
    const stop = onNextAnchor(follow);
    return () => {
      followers.delete(follow);
      stop();
    };
  }, [open, mayOpen]);
  return anchored;
}

const followers = new Set<() => void>();

/** Goes to a run: the address points to it, and its card is opened, also if the address has pointed to it before. */
export function goToRun(runId: number): void {
  const isThere = anchor.exec(window.location.hash)?.[1] === String(runId);
  window.location.hash = `run-${runId}`;
  if (isThere) for (const follow of [...followers]) follow();
}

/**
 * Calls back when a person goes to another anchor of the page. The router's own links tell only the Navigation API of
 * that: they push an entry, which is no `hashchange`. A page replaces its entry for the runs that it starts itself.
 */
function onNextAnchor(follow: () => void): () => void {
  if (!('navigation' in window)) {
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }
  const compare = ({ navigationType, from }: NavigationCurrentEntryChangeEvent) => {
    if (navigationType === 'replace' || from.url === null) return;
    if (new URL(from.url).hash !== window.location.hash) follow();
  };
  window.navigation.addEventListener('currententrychange', compare);
  return () => window.navigation.removeEventListener('currententrychange', compare);
}
