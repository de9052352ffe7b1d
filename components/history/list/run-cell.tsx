import { Moment } from '@/components/ui/text/moment';
import { formatCount } from '@/lib/results/table/row-counts';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { valuesLine } from '../run/describe-run';
import type { RunSummary } from '../use-history';
import type { ColumnKey } from './columns';
import { RunDuration } from './run-duration';

/** One fact of a run, for its column. An empty cell is drawn as a dash, and left out on a phone. */
export function RunCell({ run, column }: { run: RunSummary; column: ColumnKey }) {
  switch (column) {
    case 'values': {
      const values = valuesLine(run);
      return values === '' ? null : <span title={values}>{values}</span>;
    }
    case 'rows':
      return run.totalRows === null ? null : formatCount(run.totalRows);
    case 'took':
      return <RunDuration run={run} />;
    case 'by':
      return <span title={starterOf(run)}>{starterOf(run)}</span>;
    case 'started':
      return <Moment at={run.createdAt} as="short" />;
    case 'ended':
      return run.endedAt === null ? '–' : <Moment at={run.endedAt} as="short" />;
    case 'schedule':
      return run.scheduledJob?.name ?? '–';
    case 'cached':
      return run.cachedRunId === null ? '–' : `Run ${run.cachedRunId}`;
  }
}
