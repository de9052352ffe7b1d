'use client';

import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type FailureReason, failureReasons, reasonWords } from '@/lib/figures/counted-runs';
import type { Tone } from '../../chart/chart-data';
import { useWeeklyReasons } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { weeksShown } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { type WeekPart, weeklyParts } from '../weekly-parts';
import { WeeklyPartsChart } from '../weekly-parts-chart';

const TITLE = 'Failures by reason';
const TONES: Readonly<Record<FailureReason, Tone>> = {
  error: 'bad',
  timed_out: 'two',
  worker_lost: 'four',
  never_started: 'six',
};
const ALL = failureReasons.map((key) => ({ key, name: reasonWords[key], tone: TONES[key] }));

/** Why runs failed in each week. */
export function FailuresCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const panels = useSidePanels();
  const query = useWeeklyReasons(orgId, shown);
  const partsOf = (weeks: NonNullable<typeof query.data>) => {
    const counts = weeks.map(({ reason, ...week }): WeekPart => ({ ...week, part: reason }));
    const countedOf = (part: string) => ({
      outcome: 'failed' as const,
      reason: failureReasons.find((each) => each === part),
    });
    return weeklyParts(counts, weeksShown(shown), ALL, countedOf, { shown, panels });
  };
  return (
    <FigureCard
      title={TITLE}
      definition="Runs that failed, by the week in which they were requested. Error: the source refused or could not do it. Time limit: it took longer than the command allows. Worker lost: its worker died. Never started: nobody followed it up within an hour. Canceled runs are not failures."
      query={query}
      isEmpty={(weeks) => weeks.length === 0}
      empty={{ title: 'Nothing failed in this period', text: 'Why runs fail is shown here by week.' }}
      tableOf={(weeks) => partsOf(weeks).table}
      drawChart={(weeks, picture) => (
        <WeeklyPartsChart title={TITLE} parts={partsOf(weeks)} picture={picture} />
      )}
    />
  );
}
