'use client';

import { RunResult } from '@/components/builder/runs/run-result';
import { HistoryView } from '@/components/history/history-view';

/** The history, with results drawn as the builder draws them. */
export function HistoryPage({ org }: { org: { orgId: string; slug: string } }) {
  return <HistoryView org={org} renderResult={(run) => <RunResult run={run} />} />;
}
