import type { SidePanels } from '@/components/ui/panels/use-side-panels';
import { type CountedOutcome, type CountedRuns, countedOutcomes } from '@/lib/figures/counted-runs';
import { formatCount } from '@/lib/results/table/row-counts';
import { formatDuration } from '@/lib/runs/duration';
import type { Shown } from '../use-analytics-address';
import { openRuns } from './counted-panel';
import type { FigureCell } from './figure-table';

export type Outcomes = Readonly<Record<CountedOutcome, number>>;

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

export const totalOf = ({ success, failed, canceled }: Outcomes): number => success + failed + canceled;

/** A time in milliseconds; empty without one. */
export const timeCell = (ms: number | null): FigureCell =>
  ms === null ? { value: '', text: '–' } : { value: ms, text: formatDuration(ms) };

/** How many of the runs that ended by themselves failed. Canceled ones say nothing about that. */
export function failureRateCell({ success, failed }: Outcomes): FigureCell {
  if (success + failed === 0) return { value: '', text: '–' };
  const share = failed / (success + failed);
  return { value: Math.round(share * 1000) / 10, text: percent.format(share) };
}

const HOUR_MINUTES = 60;
/** From so many hours on, minutes don't matter. */
const WHOLE_HOURS = 10;

/** Minutes as people read them: `45 min`, `2 h 5 min`, or `1,240 h`. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours === 0) return `${minutes} min`;
  if (hours >= WHOLE_HOURS) return `${formatCount(Math.round(minutes / HOUR_MINUTES))} h`;
  return minutes % HOUR_MINUTES === 0 ? `${hours} h` : `${hours} h ${minutes % HOUR_MINUTES} min`;
}

export const minutesCell = (minutes: number): FigureCell => ({ value: minutes, text: minutesText(minutes) });

export const OF_OUTCOMES = [
  { label: 'Succeeded', isNumber: true },
  { label: 'Failed', isNumber: true },
  { label: 'Canceled', isNumber: true },
] as const;

/** The cells of `OF_OUTCOMES`, each of which opens its runs unless History lists none of them. */
export const outcomeCells = (
  counts: Outcomes,
  of: CountedRuns | null,
  { panels, shown, unlisted }: { panels: SidePanels; shown: Shown; unlisted?: Outcomes },
): FigureCell[] =>
  countedOutcomes.map((outcome) => ({
    value: counts[outcome],
    open:
      of === null
        ? undefined
        : () => openRuns(panels, shown, { ...of, outcome, unlisted: unlisted?.[outcome] }),
  }));
