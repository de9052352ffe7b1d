'use client';

import '@mantine/charts/styles.layer.css';
import { BarChart, LineChart } from '@mantine/charts';
import { useId, useMemo } from 'react';
import { timeInWords, timeScaleOf } from '@/lib/results/charts/chart-labels';
import { type ChartPoint, chartInWords, type ResultChart } from '@/lib/results/charts/chart-of';
import styles from './chart-result.module.css';

const HEIGHT_PX = 200;
const LONGEST_TICK = 14;
/** Half a line of text: the labels of the highest and the last line fit next to them. */
const MARGIN = { top: 10, right: 24 };
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

interface ChartResultProps {
  chart: ResultChart;
  /** For people who can't see the chart: where all of its numbers are. */
  note?: string;
}

/** A table's numbers as charts, one below the other, each on its own scale. The table itself is one press away. */
export default function ChartResult({ chart, note = 'The table has them all.' }: ChartResultProps) {
  const syncId = useId();
  const tick = useMemo(() => tickOf(chart), [chart]);
  return (
    <div className={styles.charts}>
      {chart.series.map((series, index) => {
        const drawn = {
          h: HEIGHT_PX,
          data: series.points,
          dataKey: 'at',
          series: [{ name: 'value', color: 'var(--accent)' }],
          valueFormatter: (value: number) => compact.format(value),
          xAxisProps: {
            tickFormatter: (at: unknown) => tick(String(at)),
            minTickGap: 16,
            interval: 'equidistantPreserveStart' as const,
          },
          yAxisProps: {
            width: 52,
            allowDecimals: series.points.some(({ value }) => !Number.isInteger(value ?? 0)),
          },
          tooltipAnimationDuration: 0,
          tooltipProps: { content: Told },
        };
        // The sentence describes the chart; screen readers would read the drawing's parts as a jumble of numbers.
        return (
          <figure key={`${index} ${series.name}`} className={styles.chart}>
            <figcaption className={styles.name}>{series.name}</figcaption>
            <div role="img" aria-label={`${chartInWords(chart, series)} ${note}`.trim()}>
              {chart.kind === 'line' ? (
                <LineChart
                  {...drawn}
                  curveType="linear"
                  connectNulls={false}
                  withDots={series.points.length <= 40}
                  lineProps={{ isAnimationActive: false }}
                  lineChartProps={{ syncId, accessibilityLayer: false, margin: MARGIN }}
                />
              ) : (
                <BarChart
                  {...drawn}
                  maxBarWidth={48}
                  barProps={{ isAnimationActive: false }}
                  barChartProps={{ syncId, accessibilityLayer: false, margin: MARGIN }}
                />
              )}
            </div>
          </figure>
        );
      })}
    </div>
  );
}

interface ToldProps {
  payload?: readonly { payload?: ChartPoint }[];
}

/** The point under the pointer, as in the table. */
function Told({ payload }: ToldProps) {
  const point = payload?.[0]?.payload;
  return point === undefined ? null : (
    <div className={styles.told}>
      {point.at}
      <b>{point.exact}</b>
    </div>
  );
}

/** Returns how the points of a chart are labeled: times in words, names cut off. */
function tickOf({ kind, series }: ResultChart): (at: string) => string {
  if (kind === 'bar') return (at) => (at.length > LONGEST_TICK + 2 ? `${at.slice(0, LONGEST_TICK)}…` : at);
  const scale = timeScaleOf(series[0]?.points.map(({ at }) => at) ?? []);
  return (at) => timeInWords(at, scale);
}
