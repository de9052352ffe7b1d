import type { SidePanels } from '@/components/ui/panels/use-side-panels';
import { type CountedRuns, countedRunsText } from '@/lib/figures/counted-runs';
import { dayAfter, startOfDay, type Week, weeksOf } from '@/lib/figures/weeks';
import type { Shown } from '../use-analytics-address';

/** The weeks of a chart. */
export const weeksShown = ({ zone, since, until }: Shown): Week[] => weeksOf(zone, since, until);

/** From the first to the last day of the page. */
const periodOf = ({ zone, since, until }: Shown) => ({
  fromMs: startOfDay(zone, since),
  toMs: startOfDay(zone, dayAfter(until, 1)),
});

/** Opens the runs that a figure counts: of the days shown, or of one of their weeks. */
export function openRuns(panels: SidePanels, shown: Shown, counted: CountedRuns, week?: Week): void {
  const { zone, dropdowns, startup } = shown;
  const period = week === undefined ? periodOf(shown) : { fromMs: week.startMs, toMs: week.endMs };
  const unlisted = counted.unlisted === 0 ? undefined : counted.unlisted;
  panels.push({
    kind: 'counted-runs',
    figure: countedRunsText({ zone, dropdowns, startup, ...period, ...counted, unlisted }),
  });
}
