'use client';

import { type FunctionComponent, type ReactNode, useEffect, useState } from 'react';

/** A component whose code is fetched separately from its page's. */
export interface FetchedPart<Props> {
  /** Null until its code has loaded. */
  component: FunctionComponent<Props> | null;
  fetch(): Promise<void>;
  /** Fetches it ahead of time. */
  prepare(): void;
}

export function fetchedPart<Props>(
  importPart: () => Promise<{ default: FunctionComponent<Props> }>,
): FetchedPart<Props> {
  let coming: Promise<void> | null = null;
  const part: FetchedPart<Props> = {
    component: null,
    fetch() {
      coming ??= importPart().then(
        (module) => {
          part.component = module.default;
        },
        (error: unknown) => {
          // The next caller tries again.
          coming = null;
          throw error;
        },
      );
      return coming;
    },
    prepare() {
      part.fetch().catch(() => {
        // Whether the failure matters shows when it is rendered.
      });
    },
  };
  return part;
}

/**
 * A component whose code is fetched separately on demand; null until it has loaded. If it was fetched before, it is
 * available immediately.
 */
export function useFetched<Props>(
  part: FetchedPart<Props>,
  isWanted = true,
): FunctionComponent<Props> | null {
  const [state, setState] = useState<{ component: FunctionComponent<Props> | null; error?: unknown }>({
    component: part.component,
  });
  const isThere = state.component !== null;
  useEffect(() => {
    if (isThere || !isWanted) return;
    part.fetch().then(
      () => setState({ component: part.component }),
      (error: unknown) => setState({ component: null, error }),
    );
  }, [part, isThere, isWanted]);
  if (state.error !== undefined) throw state.error;
  return state.component;
}

interface FetchedProps<Props> {
  part: FetchedPart<Props>;
  props: Props;
  /** The placeholder until its code has loaded. */
  fallback?: ReactNode;
}

/**
 * Renders a component whose code is fetched separately, never on the server. Unlike with `lazy`, one that has loaded
 * renders immediately: React renders the fallback of a lazy component even if its code has loaded, and waits 300 ms
 * before replacing it.
 */
export function Fetched<Props extends object>({ part, props, fallback = null }: FetchedProps<Props>) {
  const Drawn = useFetched(part);
  return Drawn === null ? fallback : <Drawn {...props} />;
}

/** After a page is interactive; what is fetched then delays nothing. */
export const SETTLED_MS = 1_500;

/** Whether the page has been interactive for a while, so that nothing waits for what is fetched from now on. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

/** Fetches what is likely to be opened next, once the page has settled. */
export function usePrepared(parts: readonly Pick<FetchedPart<never>, 'prepare'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.prepare();
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
