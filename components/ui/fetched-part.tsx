'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A component whose code is fetched apart from its page's. */
export interface FetchedPart<Props> {
  /** Null until its code has come. */
  component: ComponentType<Props> | null;
  fetch(): Promise<void>;
  /** Fetches it, for when it is likely to be wanted soon. */
  prepare(): void;
}

export function fetchedPart<Props>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
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
  const [state, setState] = useState<{ Drawn: ComponentType<Props> | null; error?: unknown }>({
    Drawn: part.component,
  });
  const isThere = state.Drawn !== null;
  useEffect(() => {
    if (isThere) return;
    part.fetch().then(
      () => setState({ Drawn: part.component }),
      (error: unknown) => setState({ Drawn: null, error }),
    );
  }, [part, isThere]);
  const { Drawn, error } = state;
  if (error !== undefined) throw error;
  return Drawn === null ? fallback : <Drawn {...props} />;
}

/** After a page is there and can be used; what is fetched then is in nobody's way. */
const SETTLED_MS = 1_500;

/** Fetches what one is likely to open next, once the page has settled. */
export function usePrepared(parts: readonly Pick<FetchedPart<never>, 'prepare'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of parts) part.prepare();
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [parts]);
}
