'use client';

import type { Ref } from 'react';
import { Legend } from '../chart/legend';
import { StackedBars } from '../chart/stacked-bars';
import type { WeeklyParts } from './weekly-parts';

interface WeeklyPartsChartProps {
  title: string;
  parts: WeeklyParts;
  picture: Ref<SVGSVGElement>;
}

/** The runs of each week by part. A part of a bar opens its runs. */
export function WeeklyPartsChart({ title, parts: { series, bars, open }, picture }: WeeklyPartsChartProps) {
  return (
    <>
      <Legend series={series} />
      <StackedBars
        label={`${title}. Each part of a bar opens its runs; the table has all numbers.`}
        bars={bars}
        series={series}
        picture={picture}
        onOpen={(bar, { key }) => open(bar.key, key)}
      />
    </>
  );
}
