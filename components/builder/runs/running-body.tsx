'use client';

import { OutputSettingsOf } from '@/components/result-view/output-settings';
import { ResultView } from '@/components/result-view/result-view';
import { RunLog } from '@/components/result-view/run-log';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';

/** What a run in progress has returned so far: its first rows and its log. */
export function RunningBody({ run, live }: { run: Run | null; live: LiveRun | null }) {
  const log = live?.log ?? run?.log ?? null;
  return (
    <>
      {run?.isPartial && run.payload !== null && (
        <OutputSettingsOf run={run}>
          <ResultView payload={run.payload} format={run.payloadFormat} commandId={run.commandId} />
        </OutputSettingsOf>
      )}
      {log !== null && log !== '' && <RunLog log={log} isOpen />}
    </>
  );
}
