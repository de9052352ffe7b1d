'use client';

import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type RunOrigin, runOrigins } from '@/lib/contract/runs/trigger';
import { originWords } from '@/lib/figures/counted-runs';
import type { Tone } from '../../chart/chart-data';
import { useWeeklyOrigins } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { weeksShown } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { type WeekPart, weeklyParts } from '../weekly-parts';
import { WeeklyPartsChart } from '../weekly-parts-chart';

const TITLE = 'Runs by trigger';
const TONES: Readonly<Record<RunOrigin, Tone>> = {
  person: 'one',
  schedule: 'two',
  webhook: 'three',
  bulk: 'four',
  api: 'five',
  mcp: 'seven',
  retry: 'quiet',
  dropdown: 'six',
  startup: 'eight',
};
const ALL = runOrigins.map((key) => ({ key, name: originWords[key], tone: TONES[key] }));

/** Who and what starts runs in each week. */
export function OriginsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const panels = useSidePanels();
  const query = useWeeklyOrigins(orgId, shown);
  const partsOf = (weeks: NonNullable<typeof query.data>) => {
    const counts = weeks.map(({ origin, ...week }): WeekPart => ({ ...week, part: origin }));
    const countedOf = (part: string) => ({ origin: runOrigins.find((each) => each === part) });
    return weeklyParts(counts, weeksShown(shown), ALL, countedOf, { shown, panels });
  };
  return (
    <FigureCard
      title={TITLE}
      definition="Runs that have ended, by what started them and the week in which they were requested. People: in a browser, follow-ups and undos included. Schedules: with what a scheduled run leads to by itself. Bulk runs: each row. API: scripts with a token. Assistants: programs that call commands through MCP. Retries: further attempts after a failure."
      query={query}
      isEmpty={(weeks) => weeks.length === 0}
      empty={{ title: 'No runs in this period', text: 'What starts runs is shown here by week.' }}
      tableOf={(weeks) => partsOf(weeks).table}
      drawChart={(weeks, picture) => (
        <WeeklyPartsChart title={TITLE} parts={partsOf(weeks)} picture={picture} />
      )}
    />
  );
}
