'use client';

import { type FunctionComponent, type ReactNode, useEffect, useState } from 'react';

/** A component whose code is fetched apart from its page's. */
export interface FetchedPart<Props> {
  /** Null until its code has come. */
  component: FunctionComponent<Props> | null;
  fetch(): Promise<void>;
  /** Fetches it, for when it is likely to be wanted soon. */
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
          // The next who wants it asks anew.
          coming = null;
          throw error;
        },
      );
      return coming;
    },
    prepare() {
      part.fetch().catch(() => {
        // Whether it matters shows when it is drawn.
      });
    },
  };
  return part;
}

/**
 * A component whose code is fetched apart, once it is wanted; null until it has come. Where it was fetched before it
 * is there at once.
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
  /** Stands in its place until its code has come. */
  fallback?: ReactNode;
}

/**
 * Draws a component whose code is fetched apart, never on the server.
 *
 * Unlike with `lazy`, one that was fetched before is drawn at once: React draws the fallback of a lazy component
 * even where its code is there, and holds back what takes a fallback's place for 300 ms.
 */
export function Fetched<Props extends object>({ part, props, fallback = null }: FetchedProps<Props>) {
  const Drawn = useFetched(part);
  return Drawn === null ? fallback : <Drawn {...props} />;
}

/** After a page is there and can be used; what is fetched then is in nobody's way. */
export const SETTLED_MS = 1_500;

/** Fetches what one is likely to open next, once the page has settled. */
export function usePrepared(parts: readonly Pick<FetchedPart<never>, 'prepare'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.prepare();
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
