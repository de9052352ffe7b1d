'use client';

import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** One view of a result. */
export interface ResultWay {
  name: 'Table' | 'Chart' | 'JSON';
  /** @param lead what stands at the start of the view's bar: the choice of views, if there are several */
  draw: (lead: ReactNode) => ReactNode;
}

interface ViewSwitchProps {
  commandId: number;
  /** The first is shown by default. */
  ways: readonly ResultWay[];
}

/** A result with several views. The browser remembers the last choice for the command. */
export function ViewSwitch({ commandId, ways }: ViewSwitchProps) {
  const [chosen, choose] = useLocalStorage<string | null>({
    key: `pushboard:result-view:${commandId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const way = ways.find(({ name }) => name === chosen) ?? ways[0];
  if (way === undefined || ways.length === 1) return way?.draw(null);
  return way.draw(
    <SegmentedControl
      size="xs"
      aria-label="Look at the result as"
      data={ways.map(({ name }) => name)}
      value={way.name}
      onChange={choose}
    />,
  );
}
