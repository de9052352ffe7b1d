'use client';

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useRunLink } from '@/components/builder/runs/run-link';
import type { Run } from '@/components/run-stream/use-run';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CopyButton } from '@/components/ui/text/copy-button';
import { payloadAsText } from '@/lib/results/table/copy-payload';
import { resultStateOf } from '@/lib/runs/result-state';
import { DownloadMenu } from './download-menu';

/** Actions on the result of a finished run. */
export function RunActions({ run }: { run: Run }) {
  const { payload, payloadFormat } = run;
  const { kind } = resultStateOf(run);
  const linkTo = useRunLink();
  const panels = useSidePanels();
  return (
    <>
      {/* A file is no text; it is downloaded. */}
      {payload !== null && payloadFormat !== 'file' && (
        <CopyButton
          label="Copy the result"
          text={() => payloadAsText(payload)}
          told="Results copied to clipboard"
        />
      )}
      {/* A failure offers it next to its report. */}
      {(run.status === 'success' || run.endReason === 'cancelled') && (
        <CopyButton
          label="Copy link to this run"
          text={() => linkTo(run)}
          told="Copied to clipboard!"
          icon={<IconLink size={16} stroke={1.75} />}
        />
      )}
      {kind !== 'deleted' &&
        (run.status === 'success' || kind === 'incomplete' || run.bulkProgress !== null) && (
          <Tooltip label="Email the result">
            <ActionIcon
              aria-label="Email the result"
              onClick={() => panels.push({ kind: 'send-result', runId: run.runId })}
            >
              <IconMail size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      <DownloadMenu run={run} />
    </>
  );
}
