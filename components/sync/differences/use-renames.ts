'use client';

import { useState } from 'react';

/** The renamed inputs for which nothing is to be carried over: their new names, by the cloud id of their row. */
export type RefusedRenames = ReadonlyMap<string, ReadonlySet<string>>;

export interface RenameChoice {
  refused: RefusedRenames;
  toggle: (cloudId: string, to: string) => void;
}

/** What people decide on inputs that look renamed. Everything is carried over unless they refuse it. */
export function useRenames(): RenameChoice {
  const [refused, setRefused] = useState<RefusedRenames>(new Map());
  return {
    refused,
    toggle: (cloudId, to) => {
      const names = new Set(refused.get(cloudId));
      if (!names.delete(to)) names.add(to);
      setRefused(new Map([...refused, [cloudId, names]]));
    },
  };
}

export const NO_RENAMES: ReadonlySet<string> = new Set();
