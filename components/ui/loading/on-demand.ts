'use client';

import { useSyncExternalStore } from 'react';

/** A part of every page whose code is fetched when it is first needed, and then stays. */
export interface OnDemand {
  /** Resolves once the part is mounted. */
  want(): Promise<void>;
  /** Called by the part itself when it is mounted. */
  arrived(): void;
  subscribe(listener: () => void): () => void;
  isWanted(): boolean;
}

export function onDemand(): OnDemand {
  let isWanted = false;
  const listeners = new Set<() => void>();
  let resolve = () => {};
  const arrival = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    want() {
      isWanted = true;
      for (const listener of listeners) listener();
      return arrival;
    },
    arrived: () => resolve(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWanted: () => isWanted,
  };
}

/** Whether to mount the part; never on the server. */
export function useWanted({ subscribe, isWanted }: OnDemand): boolean {
  return useSyncExternalStore(subscribe, isWanted, () => false);
}
