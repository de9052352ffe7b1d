'use client';

import { ResultFactsList } from '@/components/result-view/facts/result-facts-list';
import { RunLog } from '@/components/result-view/facts/run-log';
import { OutputSettingsOf } from '@/components/result-view/output-settings';
import { ResultView } from '@/components/result-view/result-view';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';

/** What a run in progress has returned so far: its first rows, where to watch it at the source, and its log. */
export function RunningBody({ run, live }: { run: Run | null; live: LiveRun | null }) {
  const log = live?.log ?? run?.log ?? null;
  return (
    <>
      {run?.isPartial && run.payload !== null && (
        <OutputSettingsOf run={run}>
          <ResultView payload={run.payload} format={run.payloadFormat} commandId={run.commandId} />
        </OutputSettingsOf>
      )}
      {run !== null && <ResultFactsList facts={run} />}
      {log !== null && log !== '' && <RunLog log={log} isOpen />}
    </>
  );
}
