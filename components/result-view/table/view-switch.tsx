'use client';

import { SegmentedControl } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ResultViewName } from '@/lib/results/look/table-look';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import { useLook } from '../look/use-look';

/** One view of a result. */
export interface ResultWay {
  name: ResultViewName;
  /** @param lead what stands at the start of the view's bar: the choice of views, if there are several */
  draw: (lead: ReactNode) => ReactNode;
}

interface ViewSwitchProps {
  commandId: number;
  source: TableSource;
  /** The first is shown by default. */
  ways: readonly ResultWay[];
}

/** A result with several views. The choice is in the address, and the browser remembers the last one for the command. */
export function ViewSwitch({ commandId, source, ways }: ViewSwitchProps) {
  const { look, change } = useLook(source);
  const [last, remember] = useLocalStorage<string | null>({
    key: `pushboard:result-view:${commandId}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const named = (wanted: string | null) => ways.find(({ name }) => name === wanted);
  const way = named(look.view) ?? named(last) ?? ways[0];
  if (way === undefined || ways.length === 1) return way?.draw(null);
  return way.draw(
    <SegmentedControl
      size="xs"
      aria-label="Look at the result as"
      data={ways.map(({ name }) => name)}
      value={way.name}
      onChange={(chosen) => {
        remember(chosen);
        change(() => ({ view: named(chosen)?.name ?? null }));
      }}
    />,
  );
}
