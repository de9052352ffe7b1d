'use client';

import { useEffect, useState } from 'react';

const anchor = /^#run-(\d{1,10})$/;

/** The run that the address points to. */
export interface RunAnchor {
  runId: number;
  /** When it was opened; a run started later takes precedence. */
  sinceMs: number;
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
      setAnchored({ runId: Number(found), sinceMs: Date.now() });
      open(Number(found));
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [open, mayOpen]);
  return anchored;
}
