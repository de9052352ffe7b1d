'use client';

import { Button, Menu } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { CombineMenu } from '@/components/result-view/combine/combine-menu';
import { type ChosenRows, useChosenRows } from '@/components/result-view/look/use-chosen-rows';
import { approvalToWaitFor, wayToEnd } from '@/components/run-stream/approval-to-wait-for';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';
import { useRun } from '@/components/run-stream/use-run';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/base/paths';
import { bulkCountsOf } from '@/lib/results/bulk-counts';
import { hasEnded } from '@/lib/runs/run-status';
import { useDeleteResults } from '../list/use-delete-results';
import type { RunSummary } from '../use-history';
import { openInBuilderWords } from './open-in-builder';
import { preferredFormat, useDownloadResult } from './use-download-result';

/** Actions on the run in a panel. */
export function RunPanelFoot({ summary, orgSlug }: { summary: RunSummary; orgSlug: string }) {
  const { query, live } = useRun(summary.orgId, summary.commandId, summary.runId);
  const run = { ...summary, status: query.data?.status ?? live?.status ?? summary.status };
  const cancel = useCancelRun();
  // Whether the reader may withdraw a request is known once the run is read.
  const isUnread = summary.isWaitingForApproval && query.data === undefined;
  const ending = isUnread ? null : wayToEnd(run.status, approvalToWaitFor(query.data ?? null, live));
  const { askToDelete, deleting } = useDeleteResults(run.orgId);
  const download = useDownloadResult();
  const chosen = useChosenRows(run);
  const counts = bulkCountsOf(run);
  return (
    <>
      {ending !== null && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
          loading={cancel.isPending || cancel.isSuccess}
          onClick={() => cancel.mutate(run)}
        >
          {ending}
        </Button>
      )}
      {run.mayDeleteResult && hasEnded(run.status) && !run.isDeleted && (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
          loading={deleting !== null}
          onClick={() => void askToDelete({ runs: [run] })}
        >
          Delete result
        </Button>
      )}
      {counts !== null && hasEnded(run.status) && (
        <CombineMenu
          orgId={run.orgId}
          runs={{ parentRunId: run.runId }}
          title="The results of all rows in one file"
          counts={counts}
          target={(isBusy) => (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              loading={isBusy}
            >
              Download
            </Button>
          )}
        />
      )}
      {preferredFormat(run) !== null && (
        <DownloadButton chosen={chosen} onDownload={(query) => void download(run, query)} />
      )}
      <LinkButton href={paths.withValuesOf(orgSlug, run.commandId, run.runId)}>
        {openInBuilderWords(run)}
      </LinkButton>
    </>
  );
}

interface DownloadButtonProps {
  chosen: ChosenRows | null;
  onDownload: (query: ChosenRows['query']) => void;
}

/** Downloads the whole result; where rows of it were chosen, a menu asks which. */
function DownloadButton({ chosen, onDownload }: DownloadButtonProps) {
  const button = (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      {...(chosen === null && { onClick: () => onDownload({}) })}
    >
      Download
    </Button>
  );
  if (chosen === null) return button;
  return (
    <Menu position="top-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onDownload(chosen.query)}>{chosen.shownWords}</Menu.Item>
        <Menu.Item onClick={() => onDownload({})}>{chosen.allWords}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
