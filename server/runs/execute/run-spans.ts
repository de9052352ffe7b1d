import { clock } from '@/server/base/clock';
import type { Attributes, Span } from '@/server/base/tracing/span';
import { traced, tracePast } from '@/server/base/tracing/tracing';
import type { ClaimedRun } from '@/server/runs/execute/claim-runs';

const attributesOf = ({ orgId, runId, commandId }: ClaimedRun) => ({
  'pushboard.org_id': orgId,
  'pushboard.run_id': runId,
  'pushboard.command_id': commandId,
});

/** Does the work of a claimed run in the trace of what put it in line, where its wait comes before it. */
export function inRunSpan<T>(run: ClaimedRun, work: (span: Span) => Promise<T>): Promise<T> {
  const { traceParent: parent, queuedAt } = run;
  const attributes = attributesOf(run);
  tracePast(
    { name: 'wait in line', kind: 'consumer', attributes, parent },
    queuedAt,
    new Date(clock.nowMs()),
  );
  return traced({ name: 'run', kind: 'consumer', attributes, parent }, work);
}

/** Does the source's part of a run in a span of its own. */
export function inSourceSpan<T>(
  run: ClaimedRun,
  name: 'call the source' | 'start at the source',
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const source: Attributes =
    run.credential === null ? {} : { 'pushboard.source': run.credential.source_kind };
  return traced({ name, kind: 'client', attributes: { ...attributesOf(run), ...source } }, work);
}
